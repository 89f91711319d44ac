package org.orbweaver.mainline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.bencode.Bytes;

class ScrapeFilterTest {
  /** As printed in BEP 33, "Test Vectors". */
  private static final String BEP_33 =
      """
      F6C3F5EA A07FFD91 BDE89F77 7F26FB2B FF37BDB8 FB2BBAA2 FD3DDDE7 BACFFF75 EE7CCBAE
      FE5EEDB1 FBFAFF67 F6ABFF5E 43DDBCA3 FD9B9FFD F4FFD3E9 DFF12D1B DF59DB53 DBE9FA5B
      7FF3B8FD FCDE1AFB 8BEDD7BE 2F3EE71E BBBFE93B CDEEFE14 8246C2BC 5DBFF7E7 EFDCF24F
      D8DC7ADF FD8FFFDF DDFFF7A4 BBEEDF5C B95CE81F C7FCFF1F F4FFFFDF E5F7FDCB B7FD79B3
      FA1FC77B FE07FFF9 05B7B7FF C7FEFEFF E0B8370B B0CD3F5B 7F2BD93F EB4386CF DD6F7FD5
      BFAF2E9E BFFFFEEC D67ADBF7 C67F17EF D5D75EBA 6FFEBA7F FF47A91E B1BFBB53 E8ABFB57
      62ABE8FF 237279BF EFBFEEF5 FFC5FEBF DFE5ADFF ADFEE1FB 737FFFFB FD9F6AEF FEEE76B6
      FD8F72EF
      """;

  private final AddressHash hash = new AddressHash();

  @Test
  void filterOfTheBepsAddressesIsTheOneItPrints() {
    ScrapeFilter filter = new ScrapeFilter();
    for (int i = 0; i <= 255; i++) {
      filter.add(hash, Endpoint.v4(0xC0000200 | i, 6881));
    }
    for (int i = 0; i <= 0x3E7; i++) {
      filter.add(hash, Endpoint.v6(0x2001_0DB8_0000_0000L, i, 6881));
    }
    byte[] expected = HexFormat.of().parseHex(BEP_33.replaceAll("\\s", ""));
    assertThat(filter).isEqualTo(ScrapeFilter.of(Bytes.of(expected)));
    assertThat(filter.estimate()).isCloseTo(1224.9308, within(0.0001));
  }

  @Test
  void unionCountsAnAddressOnce() {
    ScrapeFilter first = filter(0, 300);
    first.merge(filter(200, 500));
    assertThat(first).isEqualTo(filter(0, 500));
    assertThat(first.estimate()).isCloseTo(500, within(40.0));
  }

  @Test
  void emptyFilterCountsNobodyAndAFullOneIsFinite() {
    assertThat(new ScrapeFilter().estimate()).isZero();
    assertThat(filter(0, 40_000).estimate()).isFinite().isGreaterThan(6000);
  }

  private ScrapeFilter filter(int from, int to) {
    ScrapeFilter filter = new ScrapeFilter();
    for (int i = from; i < to; i++) {
      filter.add(hash, Endpoint.v4(0x0B000000 + i, 1));
    }
    return filter;
  }
}
