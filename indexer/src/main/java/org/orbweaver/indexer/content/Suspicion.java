package org.orbweaver.indexer.content;

import java.util.Arrays;
import java.util.List;
import org.orbweaver.indexer.search.Tag;

/**
 * A reason to think that a torrent is not what its name says. Each is evidence that anybody can
 * check on the torrent's page; none drops a torrent.
 */
public enum Suspicion {
  /** The name is a film's or an episode's, and nearly all bytes are a program. */
  ANOTHER_KIND("kind", "Its name promises a film, and its files are a program."),
  TOO_SMALL("size", "It is too small for the picture that its name promises."),
  PROGRAM_AMONG_MEDIA("program", "There is a program among films or music."),
  PASSWORD("password", "An archive, and a note about its password."),
  /** Not a tag: it changes with what else comes to the index. */
  MANY_NAMES("names", "The same files are there under many other titles."),
  /** Not a tag: it changes with every count. Weak alone, for old torrents have one peer, too. */
  ONE_ANNOUNCER("announcer", "Only one peer was there when its swarm was counted.");

  /** Those that a torrent's own name and files decide. */
  private static final List<Suspicion> TAGGED =
      List.of(ANOTHER_KIND, TOO_SMALL, PROGRAM_AMONG_MEDIA, PASSWORD);

  private final String word;
  private final String sentence;

  Suspicion(String word, String sentence) {
    this.word = word;
    this.sentence = sentence;
  }

  public String sentence() {
    return sentence;
  }

  public String tag() {
    return Tag.suspicion(word);
  }

  /** The tags of all torrents that are suspect by themselves. */
  public static List<String> tags() {
    return TAGGED.stream().map(Suspicion::tag).toList();
  }

  /** Those that the tags of a torrent name. */
  public static List<Suspicion> in(String tags) {
    List<String> all = Arrays.asList(tags.split(" "));
    return TAGGED.stream().filter(each -> all.contains(each.tag())).toList();
  }
}
