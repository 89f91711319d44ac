package org.orbweaver.indexer.titles;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;

class TitleFileTest {
  @TempDir private Path folder;
  private TorrentStore store;

  @BeforeEach
  void open() {
    store =
        TorrentStores.open(
            folder.resolve("t.db").toString(), RuleClassifier.builtIn(), StoreSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private TitleFile.Outcome read(String table) throws IOException {
    return TitleFile.read(new BufferedReader(new StringReader(table)), store);
  }

  @Test
  void imdbsTableGivesFilmsAndSeriesWithBothNamesAndNoEpisodes() throws IOException {
    TitleFile.Outcome outcome =
        read(
            """
            tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres
            tt0000007\tmovie\tSalt Road\tSalzstraße\t0\t2023\t\\N\t90\tDrama
            tt0000008\ttvEpisode\tThe Ebb\tThe Ebb\t0\t2020\t\\N\t40\tDrama
            tt0000009\ttvSeries\tTidewater\tTidewater\t0\t2019\t\\N\t40\tDrama
            nonsense
            """);
    assertThat(outcome).isEqualTo(new TitleFile.Outcome(3, 3, 1));
    assertThat(store.titles(new TitleId(TitleSource.IMDB, 7)))
        .extracting(Title::name)
        .containsExactlyInAnyOrder("Salt Road", "Salzstraße");
  }

  @Test
  void anidbTmdbAndCsvAreRecognised() throws IOException {
    assertThat(read("# created\n1|1|x-jat|Seikai no Monshou\n1|4|en|Crest of the Stars\n").read())
        .isEqualTo(2);
    assertThat(read("{\"id\":603,\"original_title\":\"Salt Road\"}\n{broken\n"))
        .isEqualTo(new TitleFile.Outcome(1, 1, 1));
    assertThat(
            read("title,year,kind,imdb,tvdb\n\"Tidewater, the\",2019,series,tt9,77\n,,,tt9,78\n"))
        .isEqualTo(new TitleFile.Outcome(2, 3, 0));
    assertThat(store.titles(new TitleId(TitleSource.TVDB, 78)))
        .extracting(Title::name)
        .containsExactly("Tidewater, the");
  }
}
