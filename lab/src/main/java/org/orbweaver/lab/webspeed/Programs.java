package org.orbweaver.lab.webspeed;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Other programs that crawl, each as a process of its own whose processor time, start and all, the
 * shell measures.
 */
final class Programs {
  private static final int LONGEST_MINUTES = 20;

  private final Path scratch;

  Programs(Path scratch) {
    this.scratch = scratch;
  }

  /**
   * One run of another program.
   *
   * @param pages it says it fetched
   */
  record Ran(long pages, double seconds, double processorSeconds) {}

  /** Recursive over all hosts, into a WARC; its gzip level cannot be set, it is 9. */
  Ran wget(String seed) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(scratch.resolve("wget"));
    List<String> command =
        List.of(
            "wget",
            "--recursive",
            "--level=inf",
            "--page-requisites",
            "--span-hosts",
            "--no-verbose",
            "--delete-after",
            "--warc-file=" + folder.resolve("wget"),
            "--warc-cdx",
            "--output-file=" + folder.resolve("log"),
            "--directory-prefix=" + folder.resolve("files"),
            seed);
    double[] times = timed(command, folder);
    long pages;
    try (var lines = Files.lines(folder.resolve("wget.cdx"))) {
      pages = lines.filter(line -> line.contains(" 200 ")).count();
    }
    return new Ran(pages, times[0], times[1]);
  }

  /** A spider that follows every link and image and keeps nothing. */
  Ran scrapy(String seed) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(scratch.resolve("scrapy"));
    Path script = folder.resolve("spider.py");
    try (InputStream spider = Programs.class.getResourceAsStream("spider.py")) {
      if (spider == null) {
        throw new IOException("the program lacks its file spider.py");
      }
      Files.write(script, spider.readAllBytes());
    }
    double[] times = timed(List.of("/usr/bin/python3", script.toString(), seed), folder);
    String said = Files.readString(folder.resolve("out"), StandardCharsets.UTF_8);
    if (said.isBlank()) {
      throw new IOException(
          "scrapy, Debian's python3-scrapy, does not run: "
              + Files.readString(folder.resolve("err")).lines().reduce("", (_, last) -> last));
    }
    return new Ran(Long.parseLong(said.strip()), times[0], times[1]);
  }

  /** Our own, as a user starts it; pages are read from its report by the caller. */
  double[] orb(List<String> command) throws IOException, InterruptedException {
    return timed(command, Files.createDirectories(scratch.resolve("orb")));
  }

  String said(String program) throws IOException {
    return Files.readString(scratch.resolve(program).resolve("out"));
  }

  /** Seconds, and seconds of processor time. */
  private static double[] timed(List<String> command, Path folder)
      throws IOException, InterruptedException {
    Path times = folder.resolve("times");
    List<String> shell = new ArrayList<>();
    shell.addAll(
        List.of(
            "bash",
            "-c",
            "TIMEFORMAT='%R %U %S'; { time \"$@\" >out 2>err; } 2>times",
            command.getFirst()));
    shell.addAll(command);
    Process process =
        new ProcessBuilder(shell).directory(folder.toFile()).redirectErrorStream(true).start();
    if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new IOException(command.getFirst() + " took longer than twenty minutes");
    }
    String[] words = Files.readString(times).strip().split("\\s+");
    if (words.length != 3) {
      throw new IOException(
          command.getFirst() + " failed: " + Files.readString(folder.resolve("err")));
    }
    return new double[] {
      Double.parseDouble(words[0]), Double.parseDouble(words[1]) + Double.parseDouble(words[2])
    };
  }
}
