package org.orbweaver.web.visit;

import java.util.List;
import org.orbweaver.fetch.http.CheckedAddress;

/**
 * What came of one step of a visit. There is no step that ends with nothing: a visit goes on, has
 * captured the page, is to be tried later, or has failed, and says why.
 */
public sealed interface VisitStep {
  /** The host's name is known: leave to ask this address is needed next. */
  record AddressFound(CheckedAddress address) implements VisitStep {}

  /**
   * The host was asked for its robots.txt; the page comes after a pause.
   *
   * @param sitemaps that it names
   */
  record RobotsAnswer(List<Discovery> sitemaps) implements VisitStep {}

  /**
   * The page was captured.
   *
   * @param sealed to be appended to the archive
   * @param capture its time, its digest, and what the server will know it by
   * @param links to be visited, too
   * @param changed the page is new or not what it was
   * @param bytes received
   * @param nanos from request to the end of the response
   * @param restNanos the host asks to be left alone for at least so long
   */
  record CapturedPage(
      CaptureStore.Sealed sealed,
      int status,
      String mediaType,
      LastCapture capture,
      List<Discovery> links,
      boolean changed,
      long bytes,
      long nanos,
      long restNanos)
      implements VisitStep {}

  /**
   * Nothing can be had of this host now: its name is not found, or its robots.txt.
   *
   * @param waitNanos before which it is not worth a try
   * @param asked whether it was asked for anything
   */
  record HostLater(long waitNanos, Cause cause, boolean asked) implements VisitStep {}

  /** Nothing will be had of this host. */
  record HostFailure(Cause cause) implements VisitStep {}

  /**
   * The page could not be had, but another attempt may succeed.
   *
   * @param restNanos the host asks to be left alone for at least so long
   * @param bytes received in vain
   */
  record PageLater(long restNanos, Cause cause, long bytes) implements VisitStep {}

  /** The page will not be asked for: a rule forbids it, or it is there already. */
  record Refusal(Cause cause) implements VisitStep {}

  /** The page was asked for, and cannot be had. */
  record PageFailure(Cause cause) implements VisitStep {}
}
