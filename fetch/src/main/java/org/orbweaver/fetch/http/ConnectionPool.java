package org.orbweaver.fetch.http;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Connections between requests, and the watchdog over those in use. Bounded: when too many are
 * idle, the one idle longest is closed.
 */
final class ConnectionPool implements AutoCloseable {
  private static final long SWEEP_MILLIS = 200;
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final FetchLimits limits;
  private final int mostIdle;
  private final Map<Key, Connection> idle = new LinkedHashMap<>();
  private final Set<Connection> busy = ConcurrentHashMap.newKeySet();
  private final Thread watchdog;
  private volatile boolean closed;

  private record Key(String authority, CheckedAddress address) {}

  ConnectionPool(FetchLimits limits, int mostIdle) {
    this.limits = limits;
    this.mostIdle = mostIdle;
    watchdog = Thread.ofPlatform().daemon().name("fetch-watchdog").start(this::watch);
  }

  /** A connection left over from an earlier request, or null. */
  @Nullable Connection reuse(WebUrl url, CheckedAddress address, long now) {
    Connection found;
    synchronized (idle) {
      found = idle.remove(new Key(url.authority(), address));
    }
    if (found != null && now - found.idleSince() > IDLE_NANOS) {
      found.close();
      return null;
    }
    return found;
  }

  void using(Connection connection) {
    busy.add(connection);
  }

  void discard(Connection connection) {
    busy.remove(connection);
    connection.close();
  }

  void keep(WebUrl url, CheckedAddress address, Connection connection) {
    busy.remove(connection);
    Connection surplus;
    synchronized (idle) {
      surplus = idle.put(new Key(url.authority(), address), connection);
      if (surplus == null && idle.size() > mostIdle) {
        Iterator<Connection> eldest = idle.values().iterator();
        surplus = eldest.next();
        eldest.remove();
      }
    }
    if (surplus != null) {
      surplus.close();
    }
    if (closed) {
      close();
    }
  }

  private void watch() {
    try {
      while (!closed) {
        Thread.sleep(SWEEP_MILLIS);
        long now = System.nanoTime();
        busy.forEach(connection -> connection.endIfOverdue(now, limits));
        synchronized (idle) {
          idle.values().removeIf(connection -> closeIfStale(connection, now));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean closeIfStale(Connection connection, long now) {
    boolean stale = now - connection.idleSince() > IDLE_NANOS;
    if (stale) {
      connection.close();
    }
    return stale;
  }

  void hangUp() {
    busy.forEach(Connection::close);
  }

  @Override
  public void close() {
    closed = true;
    watchdog.interrupt();
    hangUp();
    synchronized (idle) {
      idle.values().forEach(Connection::close);
      idle.clear();
    }
  }
}
