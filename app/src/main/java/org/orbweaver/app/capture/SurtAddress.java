package org.orbweaver.app.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The addresses that share a SURT: it leaves out the scheme and a leading "www". */
final class SurtAddress {
  private SurtAddress() {}

  /** All of them. */
  static List<String> of(String surt) {
    int bracket = surt.indexOf(')');
    if (bracket < 0) {
      return List.of(surt);
    }
    List<String> addresses = new ArrayList<>();
    for (String host : hosts(surt)) {
      addresses.add("https://" + host + surt.substring(bracket + 1));
      addresses.add("http://" + host + surt.substring(bracket + 1));
    }
    return addresses;
  }

  /** The hosts, with port, that a SURT or the beginning of one is of; none if it has no end yet. */
  static List<String> hosts(String start) {
    int bracket = start.indexOf(')');
    if (bracket <= 0) {
      return List.of();
    }
    String place = start.substring(0, bracket);
    int colon = place.lastIndexOf(':');
    boolean literal = place.startsWith("[");
    boolean hasPort = literal ? colon > place.indexOf(']') : colon >= 0;
    String port = hasPort ? place.substring(colon) : "";
    String name = hasPort ? place.substring(0, colon) : place;
    if (literal || name.indexOf(',') < 0) {
      return List.of(name + port);
    }
    List<String> labels = new ArrayList<>(Arrays.asList(name.split(",")));
    Collections.reverse(labels);
    Set<String> hosts = new LinkedHashSet<>();
    hosts.add(String.join(".", labels) + port);
    hosts.add("www." + String.join(".", labels) + port);
    return List.copyOf(hosts);
  }
}
