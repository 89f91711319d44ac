package org.orbweaver.fetch.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.1.2.3",
        "172.31.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::a00:1",
        "64:ff9b:1::a00:1",
        "64:ff9b:1:fffe:a:0:100:0",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "::7f00:1",
        "::a00:1",
        "::ffff:0:7f00:1",
        "::ffff:0:a00:1",
        "5f00::1",
        "3fff::1",
        "100:0:0:1::1",
        "192.88.99.1",
        "ff02::1"
      })
  void specialAddressesAreRefused(String address) {
    AddressGuard guard = new AddressGuard(List.of());
    assertThat(guard.check("h", InetAddress.ofLiteral(address))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"93.184.216.34", "172.32.0.1", "2606:4700::1", "2002:5db8:d822::"})
  void publicAddressesPass(String address) {
    AddressGuard guard = new AddressGuard(List.of());
    assertThat(guard.check("h", InetAddress.ofLiteral(address))).isPresent();
  }

  @Test
  void neighboursInTheMachinesOwnGlobalNetworkAreRefused() {
    AddressGuard guard =
        new AddressGuard(
            List.of("2a01:4f8:c0c:1::80"),
            () ->
                List.of(
                    AddressBlock.around(InetAddress.ofLiteral("2a01:4f8:c0c:1::2"), 64),
                    AddressBlock.around(InetAddress.ofLiteral("93.184.216.34"), 29)));
    assertThat(guard.check("h", InetAddress.ofLiteral("2a01:4f8:c0c:1::77"))).isEmpty();
    assertThat(guard.check("h", InetAddress.ofLiteral("2a01:4f8:c0c:2::77"))).isPresent();
    assertThat(guard.check("h", InetAddress.ofLiteral("2a01:4f8:c0c:1::80"))).isPresent();
    assertThat(guard.check("h", InetAddress.ofLiteral("93.184.216.39"))).isEmpty();
    assertThat(guard.check("h", InetAddress.ofLiteral("93.184.216.40"))).isPresent();
  }

  @Test
  void theMachinesInterfacesAreReadFromTheSystem() throws Exception {
    List<AddressBlock> own = new OwnNetworks().blocks();
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InterfaceAddress address : each.getInterfaceAddresses()) {
        assertThat(own).anyMatch(block -> block.contains(address.getAddress()));
      }
    }
  }

  @Test
  void theOperatorMayNameExceptions() {
    AddressGuard guard = new AddressGuard(List.of("intranet.example", "127.3.0.0/16", "fd00::7"));
    assertThat(guard.check("intranet.example", InetAddress.ofLiteral("10.0.0.1"))).isPresent();
    assertThat(guard.check("other.example", InetAddress.ofLiteral("10.0.0.1"))).isEmpty();
    assertThat(guard.check("h", InetAddress.ofLiteral("127.3.9.9"))).isPresent();
    assertThat(guard.check("h", InetAddress.ofLiteral("127.4.9.9"))).isEmpty();
    assertThat(guard.check("h", InetAddress.ofLiteral("fd00::7"))).isPresent();
  }

  @Test
  void namesAreAskedOnceAndMayNotHideARefusedAddress() {
    List<String> asked = new ArrayList<>();
    Resolver resolver =
        host -> {
          asked.add(host);
          return List.of(
              InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("93.184.216.34"));
        };
    Names names = new Names(resolver, new AddressGuard(List.of()), InstantSource.system());
    for (int i = 0; i < 3; i++) {
      assertThat(names.lookUp("both.example"))
          .isInstanceOfSatisfying(
              Names.Answer.Found.class,
              found -> assertThat(found.address()).hasToString("93.184.216.34"));
    }
    assertThat(asked).containsExactly("both.example");
    assertThat(names.lookUp("[::1]")).isInstanceOf(Names.Answer.Refused.class);
  }
}
