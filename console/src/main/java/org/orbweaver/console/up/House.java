package org.orbweaver.console.up;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.PeerAnswer;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.task.TaskLog;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.app.up.EventLog;
import org.orbweaver.app.up.HouseChoices;
import org.orbweaver.app.up.HouseWatch;
import org.orbweaver.app.up.Job;
import org.orbweaver.app.up.SweepView;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.search.WordSearch;
import org.orbweaver.census.report.CensusReport;
import org.orbweaver.console.LoopbackName;
import org.orbweaver.console.index.IndexSection;

/**
 * All that the console of one {@code orb up} shows and does.
 *
 * @param data where everything lies
 * @param archive the archived pages, if there are any yet
 * @param index the index of torrents, if one is among the pages
 * @param census what the snapshots tell; null as long as there is none
 * @param sweep the census that is being taken; null while none is
 * @param moreFigures for Prometheus, of what else runs
 */
public record House(
    Peer peer,
    Path data,
    Supplier<List<Job.State>> jobs,
    Supplier<Optional<ArchiveView>> archive,
    Optional<IndexSection> index,
    Supplier<@Nullable CensusReport> census,
    Supplier<@Nullable SweepView> sweep,
    Desk desk,
    HouseWatch watch,
    EventLog events,
    Supplier<String> moreFigures,
    InstantSource clock) {
  /** Free bytes where the data lies; 0 if nobody knows. */
  long room() {
    try {
      return Files.getFileStore(data).getUsableSpace();
    } catch (IOException e) {
      return 0;
    }
  }

  /** The peer, as far as it may be seen and told. */
  public interface Peer {
    PeerStatus status();

    SwarmTrust trust();

    /** The same for who only watches. */
    SwarmTrust standings();

    /**
     * What the whole swarm has captured.
     *
     * @param own what this peer has in files; null for nothing
     * @return what is left of that to be shown, if it was given, and what others have
     */
    List<CaptureSource> archive(@Nullable CaptureSource own) throws IOException;

    /** What is not shown here, at the moment. */
    AccessRules access();

    /** Reads what this peer refuses again. */
    void readRulesAgain() throws IOException;

    /** Finds words on all peers. */
    WordSearch search();

    /** Begins a crawl; returns its number. */
    String begin(List<String> seeds, int depth);

    void stop(String crawl) throws InterruptedException;

    /** Has a crawl rest, or go on. */
    void rest(String crawl, boolean rests) throws InterruptedException;

    List<PeerAnswer.FailedTask> failed(int most);

    /** What became of the latest runs of tasks. */
    List<TaskLog.Run> log();
  }

  /** Where settings are looked at and changed. */
  public interface Desk {
    /** Those that are fixed until the next start. */
    List<Setting> fixed();

    HouseChoices choices();

    /** From now on, and for the next start. */
    void choose(HouseChoices choices) throws IOException;

    /** Whether the program is about to end, and takes no new work. */
    boolean isLeaving();
  }

  /** Something that was set, and what it means. */
  public record Setting(String name, String value, String meaning) {}

  /**
   * The archived pages.
   *
   * @param address of the time machine, an origin of its own
   */
  public record ArchiveView(String address, ArchiveSummary summary) {
    /**
     * As whoever asks can reach it: by the name by which it reached the console, where that is not
     * only this machine's.
     *
     * @param host the name and port that it asked
     */
    ArchiveView seenFrom(String host) {
      URI own = URI.create(address);
      return LoopbackName.is(own.getHost()) || !host.matches("[\\w.:\\[\\]-]+")
          ? this
          : new ArchiveView(
              "http://%s:%d/".formatted(host.replaceFirst(":\\d+$", ""), own.getPort()), summary);
    }
  }
}
