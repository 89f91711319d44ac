package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.orbweaver.shell.Output;
import org.orbweaver.web.Checkpoints;
import org.orbweaver.web.CrawlSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * What can be said to a crawl while it runs; what is said to one that does not, holds next time.
 */
abstract class CrawlOrder implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private CollectionPlace place;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CrawlOrder() {}

  /** What the settings of a crawl are now, or where its checkpoint is. */
  record Done(String collection, String what) {}

  abstract String say(Path crawl) throws IOException, InterruptedException;

  @Override
  public Integer call() throws IOException, InterruptedException {
    output.print(new Done(place.name(), say(place.directory())));
    return 0;
  }

  private static String set(Path crawl, Map<String, String> changes) throws IOException {
    CrawlSettings settings = CrawlSettings.of(crawl).with(changes);
    settings.check();
    settings.save(crawl);
    return settings.toString();
  }

  @Command(
      name = "set",
      description = "Change pace, scope, budgets or rules, of a crawl that runs, too.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "A setting is an option of 'orb crawl' and stands above it until it is taken out.",
        "",
        "Examples:",
        "  orb crawl set delay=5s pages=10000",
        "  orb crawl set scope=domain 'exclude=[.]iso$ /private/'",
        "  orb crawl set delay=     as the command says again"
      })
  static final class Change extends CrawlOrder {
    @Parameters(arity = "0..*", paramLabel = "NAME=VALUE", description = "What to set.")
    private Map<String, String> changes = Map.of();

    @Override
    String say(Path crawl) throws IOException {
      return set(crawl, changes);
    }
  }

  @Command(
      name = "pause",
      description = "Let a running crawl finish what it is at, and wait.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  orb crawl pause --collection news"})
  static final class Pause extends CrawlOrder {
    @Override
    String say(Path crawl) throws IOException {
      return set(crawl, Map.of("paused", "yes"));
    }
  }

  @Command(
      name = "resume",
      description = "Let a paused crawl go on.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  orb crawl resume --collection news"})
  static final class Resume extends CrawlOrder {
    @Override
    String say(Path crawl) throws IOException {
      return set(crawl, Map.of("paused", ""));
    }
  }

  @Command(
      name = "checkpoint",
      description = "Keep how far a crawl is under a name, to go back to.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  orb crawl checkpoint before-the-shop"})
  static final class Keep extends CrawlOrder {
    @Parameters(paramLabel = "NAME", description = "Of the checkpoint.")
    private String name = "";

    @Override
    String say(Path crawl) throws IOException, InterruptedException {
      return new Checkpoints(crawl).make(name).toString();
    }
  }

  @Command(
      name = "back",
      description = "Go back to a checkpoint; what was captured since stays in the archive.",
      mixinStandardHelpOptions = true,
      footer = {"", "Example:", "  orb crawl back before-the-shop"})
  static final class Back extends CrawlOrder {
    @Parameters(paramLabel = "NAME", description = "Of the checkpoint.")
    private String name = "";

    @Override
    String say(Path crawl) throws IOException {
      new Checkpoints(crawl).goBack(name);
      return "back at the checkpoint " + name;
    }
  }
}
