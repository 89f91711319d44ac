package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads pages of a peer's console and archive, in English. */
final class PageReader implements AutoCloseable {
  /** In what a peer says when it has started. */
  static final Pattern CONSOLE = Pattern.compile("console at (http://\\S+/)");

  /** In the console's page of the archive. */
  static final Pattern ARCHIVE = Pattern.compile("href=\"(http://127[^\"/]+/)\"");

  /** In what is said of a crawl that has begun. */
  static final Pattern NUMBER = Pattern.compile("\"number\":\"([0-9a-f]{32})\"");

  private final HttpClient client = HttpClient.newHttpClient();

  HttpResponse<String> get(String address) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(address)).header("Accept-Language", "en").build(),
        BodyHandlers.ofString());
  }

  /** Empty while nobody answers. */
  String body(String address) {
    HttpResponse<String> answer = answer(address);
    return answer == null ? "" : answer.body();
  }

  /** 0 while nobody answers. */
  int status(String address) {
    HttpResponse<String> answer = answer(address);
    return answer == null ? 0 : answer.statusCode();
  }

  private @Nullable HttpResponse<String> answer(String address) {
    try {
      return get(address);
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** The first group of where it is found first. */
  static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
    return matcher.group(1);
  }

  @Override
  public void close() {
    client.close();
  }
}
