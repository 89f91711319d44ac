package org.orbweaver.udp.linux;

/** The error numbers this project meets, the same on x86-64 and AArch64. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int EINTR = 4;
  public static final int EAGAIN = 11;
  public static final int EACCES = 13;
  public static final int EMFILE = 24;
  public static final int EAFNOSUPPORT = 97;
  public static final int EADDRINUSE = 98;
  public static final int EADDRNOTAVAIL = 99;

  private Errno() {}

  /** What to tell the user; the C library's own text would depend on the locale. */
  public static String text(int errno) {
    return switch (errno) {
      case EPERM, EACCES -> "permission denied";
      case EMFILE -> "too many open files";
      case EAFNOSUPPORT -> "this machine has no such address family";
      case EADDRINUSE -> "address already in use";
      case EADDRNOTAVAIL -> "this machine has no such address";
      default -> "error " + errno + " of the operating system";
    };
  }
}
