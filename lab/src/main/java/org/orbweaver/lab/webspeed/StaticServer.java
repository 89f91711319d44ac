package org.orbweaver.lab.webspeed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** nginx on every address of 127.0.0.0/8, a folder for each address; one worker. */
public final class StaticServer implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Process process;

  /**
   * @param root holds a folder for each address
   * @param zipped send gzipped forms to those who can read them
   */
  public StaticServer(Path root, Path scratch, int port, boolean zipped)
      throws IOException, InterruptedException {
    this(root, scratch, port, "", "gzip_static " + (zipped ? "on" : "off") + ";");
  }

  /** With a list of its files for each folder that has no first page. */
  public static StaticServer listing(Path root, Path scratch, int port)
      throws IOException, InterruptedException {
    return new StaticServer(root, scratch, port, "", "autoindex on;");
  }

  /** Over TLS, HTTP/2 included. */
  public static StaticServer secure(Path root, Path scratch, int port, Path certificate, Path key)
      throws IOException, InterruptedException {
    String files = "ssl_certificate %s; ssl_certificate_key %s;".formatted(certificate, key);
    return new StaticServer(root, scratch, port, " ssl http2", files);
  }

  private StaticServer(Path root, Path scratch, int port, String how, String more)
      throws IOException, InterruptedException {
    Path configuration = scratch.resolve("nginx.conf");
    Files.writeString(configuration, configuration(root, scratch, port, how, more));
    try {
      process =
          new ProcessBuilder(
                  "nginx", "-e", scratch + "/nginx.log", "-c", configuration.toString(), "-p", "/")
              .redirectErrorStream(true)
              .redirectOutput(scratch.resolve("nginx.out").toFile())
              .start();
    } catch (IOException e) {
      throw new IOException("nginx is missing: install Debian's package nginx", e);
    }
    awaitStart(port, scratch);
  }

  private static String configuration(Path root, Path scratch, int port, String how, String more) {
    return """
    daemon off; master_process off; worker_processes 1; pid %2$s/nginx.pid;
    events { worker_connections 8192; }
    http {
      access_log off; sendfile on; tcp_nodelay on; keepalive_requests 1000000;
      include /etc/nginx/mime.types; default_type application/octet-stream;
      client_body_temp_path %2$s/c; proxy_temp_path %2$s/p; fastcgi_temp_path %2$s/f;
      uwsgi_temp_path %2$s/u; scgi_temp_path %2$s/s;
      open_file_cache max=100000 inactive=600s; open_file_cache_valid 600s;
      server {
        listen 0.0.0.0:%3$d%4$s; allow 127.0.0.0/8; deny all;
        root %1$s/$server_addr; %5$s
      }
    }
    """
        .formatted(root, scratch, port, how, more);
  }

  private void awaitStart(int port, Path scratch) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofMillis(PATIENCE_MILLIS).toNanos();
    while (System.nanoTime() < deadline && process.isAlive()) {
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        return;
      } catch (IOException e) {
        Thread.sleep(20);
      }
    }
    process.destroyForcibly();
    throw new IOException("nginx did not start: " + Files.readString(scratch.resolve("nginx.log")));
  }

  Duration processorTime() {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
