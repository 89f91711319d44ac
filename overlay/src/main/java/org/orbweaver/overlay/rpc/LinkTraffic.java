package org.orbweaver.overlay.rpc;

import java.util.List;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.task.Task;

/**
 * What bringing links to their owners costs, and the owners' copies of them to the other holders
 * (Herodotus §4.4): every byte of these messages and of their answers, headers and seals included,
 * also of those that had to be sent again.
 */
public final class LinkTraffic {
  /**
   * The costs in numbers.
   *
   * @param links sent to their owners
   * @param copies of links sent to further holders
   * @param messages in which both left
   * @param contentBytes of these messages, compressed
   * @param answerBytes of what they were acknowledged with
   * @param sealBytes of both
   * @param headerBytes of IP, UDP and TCP, of both
   * @param linksPerMessage links and copies
   * @param bytesPerLinkAndCopy all bytes over all links and copies
   */
  public record Figures(
      long links,
      long copies,
      long messages,
      long contentBytes,
      long answerBytes,
      long sealBytes,
      long headerBytes,
      double linksPerMessage,
      double bytesPerLinkAndCopy) {}

  private long links;
  private long copies;
  private long messages;
  private double contentBytes;
  private double answerBytes;
  private double sealBytes;
  private double headerBytes;

  /**
   * A call leaves.
   *
   * @param again whether it has left before
   * @param opened its bytes before it was sealed
   * @param sealed and after
   */
  void called(RpcMessage call, boolean again, int opened, int sealed) {
    double share = share(call);
    if (share > 0) {
      if (!again) {
        count(call);
      }
      messages++;
      contentBytes += share * opened;
      cover(share, opened, sealed);
    }
  }

  /** It was answered. */
  void answered(RpcMessage call, int opened, int sealed) {
    double share = share(call);
    answerBytes += share * opened;
    if (share > 0) {
      cover(share, opened, sealed);
    }
  }

  private void cover(double share, int opened, int sealed) {
    sealBytes += share * (sealed - opened);
    headerBytes += share * WireBytes.headers(sealed);
  }

  private void count(RpcMessage call) {
    switch (call) {
      case RpcMessage.StoreTask(List<Entry> tasks) -> links += tasks.size();
      case RpcMessage.StoreBackup(List<Entry> entries, boolean _) ->
          copies += entries.stream().filter(LinkTraffic::isLink).count();
      default -> {}
    }
  }

  /** How much of the message is links: copies of something else may travel with them. */
  private static double share(RpcMessage call) {
    return switch (call) {
      case RpcMessage.StoreTask _ -> 1;
      case RpcMessage.StoreBackup(List<Entry> entries, boolean everywhere) when !everywhere -> {
        long all = entries.stream().mapToLong(each -> each.body().length).sum();
        long ofLinks =
            entries.stream()
                .filter(LinkTraffic::isLink)
                .mapToLong(each -> each.body().length)
                .sum();
        yield all == 0 ? 0 : (double) ofLinks / all;
      }
      default -> 0;
    };
  }

  private static boolean isLink(Entry entry) {
    return entry.rank() == 0 && Task.isTask(entry.body());
  }

  public Figures figures() {
    long all = links + copies;
    double bytes = contentBytes + answerBytes + sealBytes + headerBytes;
    return new Figures(
        links,
        copies,
        messages,
        Math.round(contentBytes),
        Math.round(answerBytes),
        Math.round(sealBytes),
        Math.round(headerBytes),
        messages == 0 ? 0 : (double) all / messages,
        all == 0 ? 0 : bytes / all);
  }
}
