package org.orbweaver.census.places;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.kademlia.Endpoint;

class PlacesTest {
  @TempDir private Path folder;

  @Test
  void networksAreFoundInRanges() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("asn.csv"),
            """
            2001:200::,2001:200:ffff:ffff:ffff:ffff:ffff:ffff,2500,WIDE Project
            1.0.0.0,1.0.0.255,13335,"Cloudflare, ""Inc."" US"
            1.0.4.0,1.0.7.255,38803,Gtelecom

            1.0.16.0,1.0.16.255,2519,ARTERIA, Tokyo
            """);
    Networks networks = Networks.open(List.of(file));

    assertThat(networks.find(Endpoint.parse("1.0.0.0:1")))
        .isEqualTo(new Networks.Network(13335, "Cloudflare, \"Inc.\" US"));
    assertThat(networks.find(Endpoint.parse("1.0.7.255:65535")))
        .isEqualTo(new Networks.Network(38803, "Gtelecom"));
    assertThat(networks.find(Endpoint.parse("1.0.16.9:1")))
        .isEqualTo(new Networks.Network(2519, "ARTERIA, Tokyo"));
    assertThat(networks.find(Endpoint.parse("[2001:200::7]:1")))
        .isEqualTo(new Networks.Network(2500, "WIDE Project"));
    assertThat(networks.find(Endpoint.parse("1.0.1.0:1"))).isNull();
    assertThat(networks.find(Endpoint.parse("0.255.255.255:1"))).isNull();
    assertThat(networks.find(Endpoint.parse("[ffff::]:1"))).isNull();
  }

  @Test
  void aBrokenLineIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("asn.csv"), "1.0.0.0,1.0.0.255,13335,A\nhello\n");
    assertThatThrownBy(() -> Networks.open(List.of(file)))
        .isInstanceOf(PlaceDatabaseException.class)
        .hasMessageContaining("asn.csv has a line 2");
  }

  @Test
  void aMissingOrBrokenDatabaseIsOneSentence() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.mmdb"), "no database");
    assertThatThrownBy(() -> Countries.open(List.of(broken)))
        .hasMessageContaining("broken.mmdb is damaged, or is no MMDB file");
    assertThatThrownBy(() -> Networks.open(List.of(broken)))
        .hasMessageContaining("broken.mmdb is damaged");
    Path missing = folder.resolve("missing.mmdb");
    assertThatThrownBy(() -> Countries.open(List.of(missing)))
        .hasMessageContaining("missing.mmdb does not exist");
  }
}
