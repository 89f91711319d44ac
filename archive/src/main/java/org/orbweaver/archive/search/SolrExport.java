package org.orbweaver.archive.search;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.Slice;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The documents of {@link TextIndex} to a Solr collection, for archives whose words are too many
 * for one machine's Lucene. Plain HTTP and JSON: any Solr, and a cluster of them by any of its
 * nodes. A document sent twice replaces itself.
 */
public final class SolrExport {
  private static final int BATCH = 200;
  private static final int BATCH_CHARACTERS = 4 << 20;
  private static final int TRIES = 4;

  private final String address;
  private final List<Map<String, Object>> batch = new ArrayList<>();
  private int characters;

  /**
   * @param address of the collection, such as {@code http://localhost:8983/solr/web}
   */
  public SolrExport(String address) {
    this.address = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    URI uri = URI.create(this.address);
    if (uri.getHost() == null || uri.getPath().isEmpty()) {
      throw new IllegalArgumentException(
          address + " names no Solr collection: write http://HOST:8983/solr/COLLECTION");
    }
  }

  public static boolean isSolr(String target) {
    return target.startsWith("http://") || target.startsWith("https://");
  }

  /** Sends what a slice says; returns how many documents went. They can be found afterwards. */
  public long write(Archive archive, Slice slice) throws IOException {
    try (HttpClient client =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(20)).build()) {
      long sent = 0;
      for (CaptureSource source : archive.sources()) {
        CaptureTexts texts =
            new CaptureTexts(source, row -> slice.holds(row) && archive.isShown(source, row));
        sent +=
            texts.forEach(
                slice.surtStart(),
                (row, text) -> {
                  if (!(text.noindex() && archive.access().noindexHolds())) {
                    add(client, SolrFields.of(source, row, text), text.text().length());
                  }
                });
      }
      send(client, rest(), true);
      return sent;
    }
  }

  private void add(HttpClient client, Map<String, Object> document, int size) throws IOException {
    List<Map<String, Object>> full = List.of();
    synchronized (batch) {
      batch.add(document);
      characters += size;
      if (batch.size() >= BATCH || characters >= BATCH_CHARACTERS) {
        full = rest();
      }
    }
    if (!full.isEmpty()) {
      send(client, full, false);
    }
  }

  private List<Map<String, Object>> rest() {
    synchronized (batch) {
      List<Map<String, Object>> taken = List.copyOf(batch);
      batch.clear();
      characters = 0;
      return taken;
    }
  }

  private void send(HttpClient client, List<Map<String, Object>> documents, boolean commit)
      throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/update" + (commit ? "?commit=true" : "")))
            .timeout(Duration.ofMinutes(5))
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofByteArray(
                    JsonMapper.shared().writeValueAsBytes(documents)))
            .build();
    for (int attempt = 1; ; attempt++) {
      String why;
      try {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 == 2) {
          return;
        }
        why = "answers " + answer.statusCode() + reason(answer.body());
        if (answer.statusCode() != 429 && answer.statusCode() < 500) {
          throw new Refused(address + " " + why);
        }
      } catch (Refused e) {
        throw e;
      } catch (IOException e) {
        why = "cannot be reached (" + e + ")";
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      if (attempt == TRIES) {
        throw new IOException(
            address + " " + why + "; what it has taken stays, export again to send the rest");
      }
      pause(attempt);
    }
  }

  private static void pause(int attempt) throws IOException {
    try {
      Thread.sleep(Duration.ofMillis(250L << attempt));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Another try would be refused as well. */
  private static final class Refused extends IOException {
    Refused(String message) {
      super(message);
    }
  }

  private static String reason(String body) {
    try {
      JsonNode message = JsonMapper.shared().readTree(body).path("error").path("msg");
      return message.isMissingNode() ? "" : ": " + message.asString();
    } catch (RuntimeException e) {
      return "";
    }
  }
}
