package org.orbweaver.console.up;

import java.util.List;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.up.Job;
import org.orbweaver.console.MetricLines;
import org.orbweaver.overlay.node.NodeFigures;
import org.orbweaver.overlay.node.TaskFailures;

/** The peer's figures in Prometheus' text format, by its conventions. */
final class UpMetrics {
  private UpMetrics() {}

  /**
   * @param room free bytes where the data lies
   */
  static String of(PeerStatus peer, List<Job.State> jobs, long room) {
    MetricLines out = new MetricLines();
    out.gauge("orbweaver_disk_free_bytes", "Free where the data lies.", room);
    process(out);
    NodeFigures figures = peer.figures();
    out.gauge("orbweaver_swarm_peers", "Peers that live.", peer.living());
    out.gauge("orbweaver_swarm_share_ratio", "This peer's share of all keys.", peer.share());
    out.gauge("orbweaver_swarm_open_tasks", "Tasks of this peer to do.", figures.openTasks());
    out.gauge("orbweaver_swarm_open_links", "Links not acknowledged yet.", figures.openLinks());
    out.gauge(
        "orbweaver_swarm_owed_entries",
        "Copies on their way to others.",
        figures.owed() + figures.owedPieces());
    out.gauge("orbweaver_swarm_ready", "1 while it takes work.", peer.trouble() == null ? 1 : 0);
    out.counter("orbweaver_swarm_tasks_done_total", "Tasks done.", figures.processed());
    out.counter("orbweaver_swarm_tasks_failed_total", "Tasks given up.", figures.failed());
    out.counter("orbweaver_swarm_links_sent_total", "Links told to others.", figures.linksSent());
    out.counter("orbweaver_swarm_sent_bytes_total", "Bytes sent.", peer.traffic().bytes());
    out.counter("orbweaver_swarm_messages_total", "Messages sent.", peer.traffic().sent());
    out.counter("orbweaver_swarm_refused_total", "Messages refused.", peer.traffic().refused());
    out.head("orbweaver_swarm_failures_total", "counter", "Attempts in vain, by reason.");
    for (TaskFailures.Reason reason : peer.failures()) {
      out.line(
          "orbweaver_swarm_failures_total{reason=\"" + label(reason.because()) + "\"}",
          reason.attempts());
    }
    out.head("orbweaver_job_running", "gauge", "1 while the job runs.");
    for (Job.State job : jobs) {
      out.line(
          "orbweaver_job_running{job=\"" + label(job.name()) + "\"}",
          job.stage() == Job.Stage.RUNNING ? 1 : 0);
    }
    return out.toString();
  }

  /** What the process itself takes, under the names that all Prometheus clients use for it. */
  private static void process(MetricLines out) {
    Runtime runtime = Runtime.getRuntime();
    out.gauge("orbweaver_heap_used_bytes", "Used.", runtime.totalMemory() - runtime.freeMemory());
    out.gauge("orbweaver_threads", "Platform threads.", Thread.getAllStackTraces().size());
    ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .ifPresent(
            time ->
                out.counter("process_cpu_seconds_total", "Processor time.", time.toMillis() / 1e3));
    OwnProcess.residentBytes()
        .ifPresent(bytes -> out.gauge("process_resident_memory_bytes", "Resident.", bytes));
    OwnProcess.privateBytes()
        .ifPresent(
            bytes ->
                out.gauge(
                    "orbweaver_memory_private_bytes", "Resident, mapped files left out.", bytes));
    OwnProcess.descriptors()
        .ifPresent(count -> out.gauge("process_open_fds", "Open descriptors.", count));
  }

  private static String label(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
