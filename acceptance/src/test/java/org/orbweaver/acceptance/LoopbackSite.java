package org.orbweaver.acceptance;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** A web site at a loopback address of its own. */
final class LoopbackSite {
  private LoopbackSite() {}

  static HttpServer serve(String address, int port, HttpHandler answer) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral(address), port), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", answer);
    server.start();
    return server;
  }
}
