package org.orbweaver.fetch.session;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cookies in the format of Netscape's cookies.txt, which curl, wget and browsers' extensions write:
 * seven columns divided by tabs.
 *
 * <pre>
 *   domain  TRUE if for hosts below it, too  path  TRUE if secure  expires, 0 for a session  name  value
 * </pre>
 */
public final class CookieFile {
  private static final String FIRST = "# Netscape HTTP Cookie File";
  private static final String CONFIDENTIAL = "# Some of these were given by the operator.";
  private static final String HTTP_ONLY = "#HttpOnly_";
  private static final int COLUMNS = 7;

  /**
   * @param confidential the operator gave some of them
   */
  record Content(List<Cookie> cookies, boolean confidential) {}

  private CookieFile() {}

  /** What somebody else's program has written. */
  public static List<Cookie> read(Path file) throws IOException {
    return load(file).cookies();
  }

  /** Adds cookies of the operator's to a crawl's. */
  public static void give(Path file, List<Cookie> given) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    CookieJar jar = new CookieJar();
    Instant now = Instant.now();
    (Files.exists(file) ? load(file).cookies() : List.<Cookie>of())
        .forEach(cookie -> jar.put(cookie, now));
    given.forEach(cookie -> jar.put(cookie, now));
    save(file, new Content(jar.all(now), true));
  }

  private static List<String> lines(Path file) throws IOException {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw new IOException(file + " is no cookies.txt: it is not text in UTF-8", e);
    }
  }

  static Content load(Path file) throws IOException {
    List<Cookie> cookies = new ArrayList<>();
    boolean confidential = false;
    int number = 0;
    for (String line : lines(file)) {
      number++;
      confidential |= line.equals(CONFIDENTIAL);
      if (line.isBlank() || line.startsWith("#") && !line.startsWith(HTTP_ONLY)) {
        continue;
      }
      Cookie cookie = parse(line);
      if (cookie == null) {
        throw new IOException(
            file + " is no cookies.txt: line " + number + " has not its seven columns");
      }
      cookies.add(cookie);
    }
    return new Content(List.copyOf(cookies), confidential);
  }

  private static @Nullable Cookie parse(String line) {
    boolean httpOnly = line.startsWith(HTTP_ONLY);
    String[] columns = (httpOnly ? line.substring(HTTP_ONLY.length()) : line).split("\t", -1);
    if (columns.length < COLUMNS || !columns[4].matches("\\d{1,15}(\\.\\d*)?")) {
      return null;
    }
    long expires = (long) Double.parseDouble(columns[4]);
    boolean below = columns[1].equalsIgnoreCase("TRUE");
    return new Cookie(
        columns[5],
        columns[6],
        columns[0].replaceFirst("^\\.", ""),
        !below,
        columns[2],
        columns[3].equalsIgnoreCase("TRUE"),
        httpOnly,
        expires == 0 ? null : Instant.ofEpochSecond(expires));
  }

  /** Whole or not at all, and for nobody else's eyes. */
  static void save(Path file, Content content) throws IOException {
    StringBuilder text = new StringBuilder(FIRST).append('\n');
    if (content.confidential()) {
      text.append(CONFIDENTIAL).append('\n');
    }
    for (Cookie cookie : content.cookies()) {
      text.append(cookie.httpOnly() ? HTTP_ONLY : "")
          .append(cookie.hostOnly() ? "" : ".")
          .append(
              String.join(
                  "\t",
                  cookie.domain(),
                  word(!cookie.hostOnly()),
                  cookie.path(),
                  word(cookie.secure()),
                  cookie.expires() == null ? "0" : "" + cookie.expires().getEpochSecond(),
                  cookie.name(),
                  cookie.value()))
          .append('\n');
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
      Files.createFile(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(fresh, text, StandardCharsets.UTF_8);
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String word(boolean value) {
    return value ? "TRUE" : "FALSE";
  }
}
