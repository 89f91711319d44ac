package org.orbweaver.archive.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
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

  private static final String UNTIL = "until";
  private static final String FORMAT_NAME = "format";
  private static final String FORMAT = "3";

  /** Captures are committed a little after they are made, and not in their order. */
  private static final Duration OVERLAP = Duration.ofMinutes(10);

  /** Lucene would advise each user to start the program with an incubating module. */
  private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

  static {
    LUCENE.setLevel(Level.SEVERE);
  }

  private final Path directory;

  public TextIndex(Path directory) {
    this.directory = directory;
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
   * Takes in what was captured since the last time.
   *
   * @param anew forget what is there and begin from the start
   * @return how many documents were added
   */
  public long update(CaptureSource source, boolean anew) throws IOException {
    boolean fresh = anew || !exists();
    IndexWriterConfig config =
        new IndexWriterConfig(analyzer())
            .setOpenMode(
                fresh
                    ? IndexWriterConfig.OpenMode.CREATE
                    : IndexWriterConfig.OpenMode.CREATE_OR_APPEND)
            .setRAMBufferSizeMB(64);
    try (Directory files = FSDirectory.open(directory);
        IndexWriter writer = new IndexWriter(files, config)) {
      Instant after = fresh ? Instant.EPOCH : until(writer).minus(OVERLAP);
      return update(writer, source, after);
    }
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

  private static long update(IndexWriter writer, CaptureSource source, Instant after)
      throws IOException {
    AtomicReference<Instant> newest = new AtomicReference<>(Instant.EPOCH);
    CaptureTexts texts =
        new CaptureTexts(
            source,
            row -> {
              newest.accumulateAndGet(row.at(), (one, other) -> one.isAfter(other) ? one : other);
              return row.at().isAfter(after);
            });
    long added =
        texts.forEach(
            "",
            (row, text) -> {
              String id = id(row);
              writer.updateDocument(new Term("id", id), document(id, row, text));
            });
    commit(writer, newest.get());
    return added;
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
    document.add(new StringField("id", id, Field.Store.NO));
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
