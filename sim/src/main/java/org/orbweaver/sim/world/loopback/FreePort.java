package org.orbweaver.sim.world.loopback;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port for a program that must be told its port before it can open it: a server in a process of
 * its own, or a world whose every host listens at the same one. Whoever can bind to port 0 should
 * do that instead.
 *
 * <p>Between our look and the other's use a third could take the port. So it is one below those
 * that the system gives out by itself, free for TCP and UDP on all addresses, and never given out
 * twice by one process: only another process that draws the same number at that moment is left.
 */
public final class FreePort {
  private static final int LOWEST = 10_000;

  /** Linux gives out ports from 32,768 on; worlds take a few ports from the first one upwards. */
  private static final int HIGHEST = 30_000;

  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePort() {}

  public static int next() throws IOException {
    while (GIVEN.size() < HIGHEST - LOWEST) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (GIVEN.add(port) && isFree(port)) {
        return port;
      }
    }
    throw new IOException("no port from " + LOWEST + " to " + HIGHEST + " is free any more");
  }

  private static boolean isFree(int port) throws IOException {
    InetSocketAddress everywhere = new InetSocketAddress(port);
    try (ServerSocket tcp = new ServerSocket();
        DatagramSocket udp = new DatagramSocket(null)) {
      tcp.bind(everywhere);
      udp.bind(everywhere);
      return true;
    } catch (BindException e) {
      return false;
    }
  }
}
