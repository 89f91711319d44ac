package org.orbweaver.indexer.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.indexer.store.ListedFile;

/** Dumps as pg_dump writes them; {@code interop} has a real one. */
class BitmagnetDumpTest {
  private static final String ONE = "11".repeat(20);
  private static final String TWO = "22".repeat(20);
  private static final String SECRET = "33".repeat(20);

  private static final String INSERTS =
      """
      --
      -- PostgreSQL database dump
      --
      SET standard_conforming_strings = on;
      SELECT pg_catalog.set_config('search_path', '', false);

      INSERT INTO public.torrent_sources (key, name) VALUES
      \t('dht', 'DHT') ON CONFLICT DO NOTHING;

      INSERT INTO public.torrents (info_hash, name, size, private, created_at, files_status) VALUES
      \t('\\x%s', 'It''s one; (really)', 30, false, '2024-01-01 00:00:00+00', 'multi'),
      \t('\\x%s', 'Two
      lines', 5, false, '2024-01-01 00:00:00+00', 'single'),
      \t('\\x%s', 'Secret', 7, true, '2024-01-01 00:00:00+00', 'single') ON CONFLICT DO NOTHING;

      INSERT INTO public.torrent_files (info_hash, index, path, size) VALUES
      \t('\\x%s', 10, 'b/last.mkv', 20) ON CONFLICT DO NOTHING;
      INSERT INTO public.torrent_files (info_hash, index, path, size) VALUES ('\\x%s', 2, 'a, b/first.mkv', 10);

      INSERT INTO public.torrents_torrent_sources (source, info_hash, seeders, leechers) VALUES
      \t('dht', '\\x%s', 12, 3),
      \t('rarbg', '\\x%s', NULL, NULL),
      \t('dht', '\\x%s', NULL, NULL) ON CONFLICT DO NOTHING;
      """
          .formatted(ONE, TWO, SECRET, ONE, ONE, ONE, ONE, TWO);

  private static final String COPIES =
      """
      COPY public.torrents (info_hash, name, size, private) FROM stdin;
      \\\\x%s\tIt's one; (really)\t30\tf
      \\\\x%s\tTwo\\nlines\t5\tf
      \\\\x%s\tSecret\t7\tt
      \\.

      COPY public.torrent_files (info_hash, index, path, size) FROM stdin;
      \\\\x%s\t10\tb/last.mkv\t20
      \\\\x%s\t2\ta, b/first.mkv\t10
      \\.

      COPY public.torrents_torrent_sources (source, info_hash, seeders, leechers) FROM stdin;
      dht\t\\\\x%s\t12\t3
      rarbg\t\\\\x%s\t\\N\t\\N
      \\.
      """
          .formatted(ONE, TWO, SECRET, ONE, ONE, ONE, ONE);

  @TempDir private Path folder;
  private final List<ImportedTorrent> torrents = new ArrayList<>();

  private long read(String dump) throws IOException {
    return BitmagnetDump.read(new BufferedReader(new StringReader(dump)), folder, torrents::add);
  }

  private void assertBothTorrents() {
    assertThat(torrents).hasSize(2);
    ImportedTorrent one = torrents.getFirst();
    assertThat(one.entry().hash().toString()).isEqualTo(ONE);
    assertThat(one.entry().name()).isEqualTo("It's one; (really)");
    assertThat(one.entry().files())
        .containsExactly(new ListedFile("a, b/first.mkv", 10), new ListedFile("b/last.mkv", 20));
    assertThat(one.seeders()).isEqualTo(12);
    ImportedTorrent two = torrents.getLast();
    assertThat(two.entry().name()).isEqualTo("Two\nlines");
    assertThat(two.entry().files()).containsExactly(new ListedFile("Two\nlines", 5));
    assertThat(two.seeders()).isEqualTo(-1);
  }

  @Test
  void insertsGiveTorrentsWithTheirFilesAndSwarms() throws IOException {
    assertThat(read(INSERTS)).isOne();
    assertBothTorrents();
  }

  @Test
  void copyBlocksGiveTheSame() throws IOException {
    assertThat(read(COPIES)).isOne();
    assertBothTorrents();
  }

  @Test
  void dumpThatBreaksOffIsSaidToDoSo() {
    String half = INSERTS.substring(0, INSERTS.indexOf("lines"));
    assertThatThrownBy(() -> read(half)).hasMessageContaining("breaks off");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void otherTextsHoldNothing() throws IOException {
    assertThat(read("INSERT INTO t (a) VALUES (1);\nnothing at all\n")).isZero();
    assertThat(torrents).isEmpty();
  }
}
