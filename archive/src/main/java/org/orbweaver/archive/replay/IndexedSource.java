package org.orbweaver.archive.replay;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.archive.index.CaptureIndex.RowVisitor;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.fetch.http.Response;

/** Captures in files of this machine, found by a {@link CaptureIndex}. */
public abstract class IndexedSource implements CaptureSource {
  private final String name;
  private final CaptureIndex index;
  private final boolean isPublic;

  protected IndexedSource(String name, CaptureIndex index, boolean isPublic) {
    this.name = name;
    this.index = index;
    this.isPublic = isPublic;
  }

  /** Brings in what was added since. */
  public abstract void refresh() throws IOException;

  /** A file by its number, or null if it is missing. */
  public abstract @Nullable Path file(int number);

  public abstract Map<Integer, Path> files();

  public CaptureIndex index() {
    return index;
  }

  /** Another number whenever {@link #refresh} has brought in something. */
  public long version() {
    return index.version();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isPublic() {
    return isPublic;
  }

  @Override
  public void oldestFirst(String surt, Instant from, RowVisitor visitor) {
    index.oldestFirst(surt, from, visitor);
  }

  @Override
  public void newestFirst(String surt, Instant notAfter, RowVisitor visitor) {
    index.newestFirst(surt, notAfter, visitor);
  }

  @Override
  public void scan(String surtStart, String from, RowVisitor visitor) {
    index.scan(surtStart, from, visitor);
  }

  @Override
  public InputStream record(RecordLocation place) throws IOException {
    Path path = file(place.file());
    if (path == null) {
      throw new IOException(
          "WARC file number " + place.file() + " of the collection " + name + " is missing");
    }
    try {
      FileChannel file = FileChannel.open(path, StandardOpenOption.READ).position(place.offset());
      return new BufferedInputStream(Channels.newInputStream(file), 16 << 10);
    } catch (NoSuchFileException e) {
      throw new IOException(
          "the file " + path.getFileName() + " of the collection " + name + " is gone", e);
    } catch (AccessDeniedException e) {
      throw new IOException(
          "the file " + path.getFileName() + " of the collection " + name + " may not be read", e);
    }
  }

  @Override
  public Response open(IndexRow row) throws IOException {
    return open(row, Response.ANY_SIZE);
  }

  @Override
  public Response open(IndexRow row, long most) throws IOException {
    if (row.kind() == IndexRow.Kind.REVISIT && row.place().equals(row.payload())) {
      throw new IOException(
          "the original of "
              + row.url()
              + " is not in the collection "
              + name
              + ": only a revisit");
    }
    if (row.kind() != IndexRow.Kind.REVISIT) {
      try (InputStream http = http(row.payload())) {
        return Response.stored(http, most);
      }
    }
    try (InputStream head = http(row.place());
        InputStream http = http(row.payload())) {
      return Response.stored(RevisitResponse.of(head, http), most);
    }
  }

  private InputStream http(RecordLocation place) throws IOException {
    WarcReader reader = new WarcReader(record(place));
    WarcRecord record;
    try {
      record = reader.next().orElse(null);
    } catch (IOException e) {
      reader.close();
      throw new IOException(
          "the record at byte %,d of %s is damaged: %s"
              .formatted(place.offset(), fileName(place), e.getMessage()),
          e);
    }
    if (record == null) {
      reader.close();
      throw new IOException(
          "there is no record at byte %,d of %s".formatted(place.offset(), fileName(place)));
    }
    InputStream body = new BufferedInputStream(record.body().stream());
    return new Opened(
        reader, record instanceof WarcResource resource ? told(resource, body) : body);
  }

  /** A resource record has no HTTP head: it is told as a server would. */
  private static InputStream told(WarcResource resource, InputStream body) throws IOException {
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: "
            + resource.contentType()
            + "\r\nContent-Length: "
            + resource.body().size()
            + "\r\n\r\n";
    return new SequenceInputStream(
        new ByteArrayInputStream(head.getBytes(StandardCharsets.ISO_8859_1)), body);
  }

  /** Reads along; one that cannot leaves no notes behind. */
  static CaptureIndex following(Path index, Path scratch) throws IOException {
    try {
      return CaptureIndex.follow(index, scratch);
    } catch (IOException | RuntimeException e) {
      remove(scratch);
      throw e;
    }
  }

  /** The notes of one who read along. */
  static void remove(Path scratch) throws IOException {
    try (Stream<Path> notes = Files.list(scratch)) {
      for (Path note : notes.toList()) {
        Files.deleteIfExists(note);
      }
    }
    Files.deleteIfExists(scratch);
  }

  @Override
  public void close() throws IOException {
    index.close();
  }

  /** Closes the file with the record's body. */
  private static final class Opened extends java.io.FilterInputStream {
    private final WarcReader reader;

    Opened(WarcReader reader, InputStream body) {
      super(body);
      this.reader = reader;
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
