package org.orbweaver.udp;

import org.orbweaver.udp.linux.LinuxCalls;

/** How datagrams reach the kernel. */
public enum Transport {
  /** {@link #LINUX} where it is available, else {@link #NIO}. */
  AUTO,
  /** recvmmsg, sendmmsg and epoll through the foreign-function API: 64-bit Linux only. */
  LINUX,
  /** Java's own channels and selectors: everywhere, but without wildcard homes. */
  NIO;

  Transport resolved() {
    if (this != AUTO) {
      return this;
    }
    return LinuxCalls.available() ? LINUX : NIO;
  }
}
