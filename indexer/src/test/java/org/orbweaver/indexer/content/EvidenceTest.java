package org.orbweaver.indexer.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.FileKinds;
import org.orbweaver.indexer.store.ListedFile;

class EvidenceTest {
  private static final long MB = 1_000_000;
  private final RuleClassifier classifier = RuleClassifier.builtIn();

  private List<Suspicion> against(String name, Object... pathsAndLengths) {
    List<ListedFile> files = new ArrayList<>();
    for (int i = 0; i < pathsAndLengths.length; i += 2) {
      files.add(new ListedFile((String) pathsAndLengths[i], (Long) pathsAndLengths[i + 1]));
    }
    return Evidence.against(
        name, files, classifier.classify(name, FileKinds.bytesByExtension(files)));
  }

  @Test
  void aFilmThatIsAProgramIsSuspect() {
    assertThat(against("Salt Road 2023 1080p BluRay x264", "Salt Road 2023.exe", 900 * MB))
        .containsExactly(Suspicion.ANOTHER_KIND);
    assertThat(against("Salt.Road.2023.mkv", "Salt.Road.2023.mkv.lnk", 50 * MB))
        .containsExactly(Suspicion.ANOTHER_KIND);
  }

  @Test
  void aProgramBesideAFilmAndAPasswordBesideAnArchiveAreSuspect() {
    assertThat(against("Salt Road 2023 720p", "Salt Road.mp4", 900 * MB, "Codec setup.exe", 3 * MB))
        .containsExactly(Suspicion.PROGRAM_AMONG_MEDIA);
    assertThat(against("Salt Road 2023", "Salt Road.rar", 900 * MB, "PASSWORD.txt", 300L))
        .containsExactly(Suspicion.PASSWORD);
  }

  @Test
  void aPictureOfTwoHoursDoesNotFitIntoTenMegabytes() {
    assertThat(against("Salt Road 2023 2160p", "Salt Road.mkv", 10 * MB))
        .containsExactly(Suspicion.TOO_SMALL);
    assertThat(against("Salt Road 2023 2160p trailer", "Salt Road.mkv", 10 * MB)).isEmpty();
  }

  @Test
  void honestTorrentsAreNotMarked() {
    assertThat(against("Salt Road 2023 1080p", "a.mkv", 4_000 * MB, "a.srt", 90_000L)).isEmpty();
    assertThat(against("Reed Editor 4.1 x64", "setup.exe", 80 * MB)).isEmpty();
    assertThat(against("Reed Racing 2 (game)", "setup.exe", 9_000 * MB, "intro.mp4", 90 * MB))
        .isEmpty();
    assertThat(
            against("Tidewater.S02E03.1080p-REED", "t.rar", 50 * MB, "t.r00", 50 * MB, "t.nfo", 1L))
        .isEmpty();
    assertThat(against("Some album FLAC", "01.flac", 30 * MB, "cover.jpg", 90_000L)).isEmpty();
  }

  @Test
  void manyTitlesAndASingleAnnouncerSpeakAgainstIt() {
    assertThat(Evidence.of("_c2000", 7, 0, 1))
        .containsExactly(Suspicion.MANY_NAMES, Suspicion.ONE_ANNOUNCER);
    assertThat(Evidence.of("_c2000 _wsize", 0, -1, -1)).containsExactly(Suspicion.TOO_SMALL);
    assertThat(Evidence.of("_c2000", 4, 3, 1)).isEmpty();
  }

  @Test
  void leafletsDoNotChangeTheFingerprintAndOtherFilesDo() {
    List<ListedFile> plain = List.of(new ListedFile("a", 900 * MB), new ListedFile("b", 800 * MB));
    List<ListedFile> again =
        List.of(
            new ListedFile("www.txt", 99),
            new ListedFile("y", 800 * MB),
            new ListedFile("x", 900 * MB));
    List<ListedFile> other =
        List.of(new ListedFile("a", 900 * MB), new ListedFile("b", 800 * MB + 1));
    assertThat(FileFingerprint.of(again)).isEqualTo(FileFingerprint.of(plain)).isPresent();
    assertThat(FileFingerprint.of(other)).isNotEqualTo(FileFingerprint.of(plain));
    assertThat(FileFingerprint.of(List.of(new ListedFile("a.txt", 99)))).isEmpty();
    assertThat(SharedFiles.share(plain, again)).isEqualTo(1);
  }
}
