package org.orbweaver.archive.wacz;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.cdx.CdxLine;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A WACZ 1.1: WARC files, their index, a list of pages, and the hash of each; all stored as they
 * are, so that readers can take parts of it. The hashes' hash is signed with the archive's own key
 * (the standard's anonymous signature: it shows that nothing was changed since, not by whom).
 */
public final class WaczWriter {
  private static final String SOFTWARE = "Orbweaver";

  private final ArrayNode resources = JsonMapper.shared().createArrayNode();
  private final Instant now;
  private final KeyPair key;

  public WaczWriter(Instant now, KeyPair key) {
    this.now = now;
    this.key = key;
  }

  /**
   * @param lines of the WARC files
   * @param takedowns rules for whoever opens it; the standard allows files of one's own
   */
  public void write(
      Path target, String title, List<Path> warcs, List<CdxLine> lines, List<String> takedowns)
      throws IOException {
    List<CdxLine> sorted = new ArrayList<>(lines);
    sorted.sort(java.util.Comparator.comparing(CdxLine::urlkey).thenComparing(CdxLine::timestamp));
    try (OutputStream file = Files.newOutputStream(target);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (Path warc : warcs) {
        add(zip, "archive/" + warc.getFileName(), warc);
      }
      StringBuilder index = new StringBuilder();
      sorted.forEach(line -> index.append(line.cdxj()).append('\n'));
      add(zip, "indexes/index.cdxj", index.toString());
      add(zip, "pages/pages.jsonl", pages(sorted));
      if (!takedowns.isEmpty()) {
        add(zip, AccessRules.FILE, String.join("\n", takedowns) + "\n");
      }
      ObjectNode description = JsonMapper.shared().createObjectNode();
      description.put("profile", "data-package").put("wacz_version", "1.1.1");
      description.put("title", title).put("software", SOFTWARE).put("created", now.toString());
      description.set("resources", resources);
      String text = JsonMapper.shared().writeValueAsString(description);
      String hash =
          "sha256:"
              + HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
      add(zip, "datapackage.json", text);
      add(zip, "datapackage-digest.json", signed(hash));
    }
  }

  private static String pages(List<CdxLine> lines) {
    StringBuilder pages =
        new StringBuilder(
            "{\"format\": \"json-pages-1.0\", \"id\": \"pages\", \"title\": \"All Pages\"}\n");
    int number = 0;
    for (CdxLine line : lines) {
      if (line.mime().equals("text/html") && line.status().equals("200")) {
        ObjectNode page = JsonMapper.shared().createObjectNode();
        page.put("id", String.valueOf(++number)).put("url", line.url());
        page.put("ts", iso(line.timestamp())).put("title", line.url());
        pages.append(JsonMapper.shared().writeValueAsString(page)).append('\n');
      }
    }
    return pages.toString();
  }

  private static String iso(String digits) {
    return digits.replaceFirst(
        "(\\d{4})(\\d{2})(\\d{2})(\\d{2})(\\d{2})(\\d{2})", "$1-$2-$3T$4:$5:$6Z");
  }

  private String signed(String hash) throws IOException {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(key.getPrivate());
      signature.update(hash.getBytes(StandardCharsets.US_ASCII));
      ObjectNode digest = JsonMapper.shared().createObjectNode();
      digest.put("path", "datapackage.json").put("hash", hash);
      digest
          .putObject("signedData")
          .put("hash", hash)
          .put("created", now.toString())
          .put("software", SOFTWARE)
          .put("signature", Base64.getEncoder().encodeToString(signature.sign()))
          .put("publicKey", Base64.getEncoder().encodeToString(key.getPublic().getEncoded()));
      return JsonMapper.shared().writeValueAsString(digest);
    } catch (GeneralSecurityException e) {
      throw new IOException("the WACZ cannot be signed", e);
    }
  }

  private void add(ZipOutputStream zip, String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    begin(zip, name, bytes.length, crc.getValue());
    zip.write(bytes);
    zip.closeEntry();
    note(name, bytes.length, sha256().digest(bytes));
  }

  private void add(ZipOutputStream zip, String name, Path file) throws IOException {
    CRC32 crc = new CRC32();
    MessageDigest sha256 = sha256();
    try (InputStream in =
        new DigestInputStream(new CheckedInputStream(Files.newInputStream(file), crc), sha256)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    begin(zip, name, Files.size(file), crc.getValue());
    Files.copy(file, zip);
    zip.closeEntry();
    note(name, Files.size(file), sha256.digest());
  }

  private static void begin(ZipOutputStream zip, String name, long size, long crc)
      throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(size);
    entry.setCompressedSize(size);
    entry.setCrc(crc);
    zip.putNextEntry(entry);
  }

  private void note(String name, long size, byte[] hash) {
    resources
        .addObject()
        .put("name", name.substring(name.lastIndexOf('/') + 1))
        .put("path", name)
        .put("hash", "sha256:" + HexFormat.of().formatHex(hash))
        .put("bytes", size);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
