package org.orbweaver.lab.web;

import java.net.InetAddress;
import java.util.List;

/** A synthetic web that somebody serves, over sockets or in virtual time. */
public interface ServedWeb {
  WebLinks links();

  /** Where a host of this web is; the other hosts its pages name are here too. */
  List<InetAddress> resolve(String name);

  /** The pages' first address. */
  String seed();

  void setDay(int today);

  /** Answered so far. */
  long requests();

  /** Sent so far. */
  long bytes();

  /** Requests that came before the host's pause was over. */
  long tooSoon();

  /** Requests that came while another to the same address was being answered. */
  long atOnce();
}
