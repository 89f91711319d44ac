package org.orbweaver.archive.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.Timestamp;

/** The words of one collection. */
public final class TextIndex {
  /** Where a collection's index lies in its directory. */
  public static final String DIRECTORY = "text";

  static final String BODY = "content";
  static final String GERMAN = "content_de";
  static final String ENGLISH = "content_en";
  static final String TITLE = "title";

  /** Kept by document as well, so that answers are folded without reading whole pages. */
  static final String URL = "url";

  static final String AT = "crawl_date";
  static final String SIMHASH = "simhash";

  /** Has {@link #NOINDEX} if the page's author asks for it. */
  static final String ROBOTS = "robots";

  static final String NOINDEX = "noindex";

  /** Address and second. */
  static final String ID = "id";

  /** Has {@link #YES} for a capture that was tried, and of which no words are here. */
  static final String UNREAD = "unread";

  static final String YES = "yes";

  /** When it was, of one that is to be tried again. */
  private static final String TRIED = "tried";

  private static final String UNTIL = "until";
  private static final String FORMAT_NAME = "format";
  private static final String FORMAT = "3";

  /** Captures are committed a little after they are made, and not in their order. */
  private static final Duration OVERLAP = Duration.ofMinutes(10);

  /** After it, what was not all there is looked for again: a copy's pieces come one by one. */
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  /** Lucene would advise each user to start the program with an incubating module. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  static {
    LUCENE.setLevel(Level.SEVERE);
  }

  private final Path directory;
  private final InstantSource clock;

  public TextIndex(Path directory) {
    this(directory, InstantSource.system());
  }

  public TextIndex(Path directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
  }

  public Path directory() {
    return directory;
  }

  static Analyzer analyzer() {
    return new PerFieldAnalyzerWrapper(
        new WebAnalyzer(""), Map.of(GERMAN, new WebAnalyzer("de"), ENGLISH, new WebAnalyzer("en")));
  }

  /** False also for one that an earlier version of this program made: the next update renews it. */
  public boolean exists() throws IOException {
    try (Directory files = FSDirectory.open(directory)) {
      return DirectoryReader.indexExists(files)
          && FORMAT.equals(SegmentInfos.readLatestCommit(files).getUserData().get(FORMAT_NAME));
    }
  }

  /**
   * What came of an update.
   *
   * @param added documents
   * @param unreadable captures that were left out because something is wrong with them
   */
  public record Taken(long added, long unreadable) {}

  /**
   * Takes in what was captured since the last time.
   *
   * @param anew forget what is there and begin from the start
   */
  public Taken update(CaptureSource source, boolean anew) throws IOException {
    return update(source, anew || !exists(), false);
  }

  /**
   * Takes in all that is not there yet, whenever it was captured: for a source to which old
   * captures come as well. Looks up every capture, but reads only those that are missing.
   */
  public Taken complete(CaptureSource source) throws IOException {
    return update(source, !exists(), true);
  }

  private Taken update(CaptureSource source, boolean fresh, boolean all) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig(analyzer())
            .setOpenMode(
                fresh
                    ? IndexWriterConfig.OpenMode.CREATE
                    : IndexWriterConfig.OpenMode.CREATE_OR_APPEND)
            .setRAMBufferSizeMB(64);
    try (Directory files = FSDirectory.open(directory);
        IndexWriter writer = new IndexWriter(files, config)) {
      Instant now = clock.instant();
      forgetMissing(writer, now);
      Instant until = until(writer);
      // A mark in the future is that of a capture whose clock was wrong: it says nothing.
      boolean whole = fresh || all || until.isAfter(now);
      return update(writer, source, whole ? Instant.MIN : until.minus(OVERLAP), now);
    } catch (UncheckedIOException e) {
      throw new IOException("the text index cannot be brought up to date: " + e.getMessage(), e);
    }
  }

  private static void forgetMissing(IndexWriter writer, Instant now) throws IOException {
    writer.deleteDocuments(
        LongField.newRangeQuery(TRIED, Long.MIN_VALUE, now.minus(PATIENCE).toEpochMilli()),
        // tried when the clock was wrong
        LongField.newRangeQuery(TRIED, now.toEpochMilli() + 1, Long.MAX_VALUE));
  }

  private static Instant until(IndexWriter writer) {
    Iterable<Map.Entry<String, String>> data = writer.getLiveCommitData();
    if (data != null) {
      for (Map.Entry<String, String> each : data) {
        if (each.getKey().equals(UNTIL)) {
          return Instant.parse(each.getValue());
        }
      }
    }
    return Instant.EPOCH;
  }

  private static Taken update(IndexWriter writer, CaptureSource source, Instant after, Instant now)
      throws IOException {
    AtomicReference<Instant> newest = new AtomicReference<>(Instant.EPOCH);
    Intake intake = new Intake(writer, now);
    try (IndexedIds known = new IndexedIds(writer)) {
      CaptureTexts texts =
          new CaptureTexts(
              source,
              row -> {
                newest.accumulateAndGet(row.at(), (one, other) -> one.isAfter(other) ? one : other);
                if (!row.at().isAfter(after)) {
                  return false;
                }
                String id = id(row);
                return IndexedIds.fits(id) && !known.has(id);
              });
      texts.forEach("", intake);
    }
    // One capture of the far future must not keep all that follow it from being read.
    commit(writer, newest.get().isAfter(now) ? now : newest.get());
    return new Taken(intake.added.get(), intake.unreadable.get());
  }

  /** Puts texts into an index, and notes what has none, so that it is not read each time. */
  private static final class Intake implements CaptureTexts.Taker {
    private final IndexWriter writer;
    private final Instant now;
    private final AtomicLong added = new AtomicLong();
    private final AtomicLong unreadable = new AtomicLong();

    Intake(IndexWriter writer, Instant now) {
      this.writer = writer;
      this.now = now;
    }

    @Override
    public void take(IndexRow row, PageText text) throws IOException {
      String id = id(row);
      writer.updateDocument(new Term(ID, id), document(id, row, text));
      added.incrementAndGet();
    }

    @Override
    public void passBy(IndexRow row, CaptureTexts.Without why) throws IOException {
      Document note = new Document();
      note.add(new StringField(ID, id(row), Field.Store.NO));
      note.add(new StringField(UNREAD, YES, Field.Store.NO));
      if (why == CaptureTexts.Without.MISSING) {
        note.add(new LongField(TRIED, now.toEpochMilli(), Field.Store.NO));
      }
      writer.addDocument(note); // beside a twin of the same second that could be read
      if (why == CaptureTexts.Without.BROKEN) {
        unreadable.incrementAndGet();
      }
    }
  }

  private static void commit(IndexWriter writer, Instant until) throws IOException {
    writer.setLiveCommitData(Map.of(UNTIL, until.toString(), FORMAT_NAME, FORMAT).entrySet());
    writer.commit();
  }

  static String id(IndexRow row) {
    return row.surt() + " " + Timestamp.of(row.at());
  }

  /** Fields are named as warc-indexer names them where it has them. */
  static Document document(String id, IndexRow row, PageText text) {
    return document(id, row.url(), row.at(), row.mediaType(), text);
  }

  /** The same for text that is in no capture: for measurements. */
  public static Document document(
      String id, String url, Instant at, String mediaType, PageText text) {
    Document document = new Document();
    document.add(new StringField(ID, id, Field.Store.NO));
    document.add(new StringField(URL, url, Field.Store.NO));
    document.add(new SortedDocValuesField(URL, new BytesRef(url)));
    document.add(new TextField("url_words", url, Field.Store.NO));
    document.add(new StringField("host", host(url), Field.Store.YES));
    document.add(new LongField(AT, at.toEpochMilli(), Field.Store.NO));
    document.add(new StringField("content_type", mediaType, Field.Store.YES));
    document.add(new StringField("content_language", text.language(), Field.Store.YES));
    document.add(new TextField(TITLE, text.title(), Field.Store.YES));
    document.add(new TextField(BODY, text.text(), Field.Store.YES));
    String stemmed =
        switch (text.language()) {
          case "de" -> GERMAN;
          case "en" -> ENGLISH;
          default -> "";
        };
    if (!stemmed.isEmpty()) {
      document.add(new TextField(stemmed, text.text(), Field.Store.NO));
    }
    for (String linked : text.hosts()) {
      document.add(new StringField("links_hosts", linked, Field.Store.NO));
    }
    if (text.noindex()) {
      document.add(new StringField(ROBOTS, NOINDEX, Field.Store.NO));
    }
    document.add(new NumericDocValuesField(SIMHASH, text.simHash()));
    return document;
  }

  static String host(String url) {
    int start = url.indexOf("://") + 3;
    int end = url.indexOf('/', start);
    return url.substring(start, end < 0 ? url.length() : end);
  }

  /**
   * An index of one's own making, for measurements.
   *
   * @param documents by number, asked for from several threads
   */
  public void write(long count, LongFunction<Document> documents) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig(analyzer())
            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
            .setRAMBufferSizeMB(128);
    try (Directory files = FSDirectory.open(directory);
        IndexWriter writer = new IndexWriter(files, config)) {
      LongStream.range(0, count)
          .parallel()
          .forEach(
              number -> {
                try {
                  writer.addDocument(documents.apply(number));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      commit(writer, Instant.EPOCH);
    } catch (UncheckedIOException e) {
      throw new IOException("the text index cannot be written", e);
    }
  }
}
