package org.orbweaver.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows of docs/architecture.md, and the purity that lets the lab run everything. */
class ArchitectureTest {
  /** What each module may use directly; what those use, it may use too. */
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          Map.entry("kademlia", Set.of()),
          Map.entry("wire", Set.of("kademlia")),
          Map.entry("udp", Set.of("wire")),
          Map.entry("mainline", Set.of("wire")),
          Map.entry("census", Set.of("mainline")),
          Map.entry("indexer", Set.of("mainline")),
          Map.entry("fetch", Set.of()),
          Map.entry("archive", Set.of()),
          Map.entry("trust", Set.of("kademlia")),
          Map.entry("overlay", Set.of("wire", "trust", "archive", "fetch")),
          Map.entry("lab", Set.of("census", "indexer", "overlay", "udp")),
          Map.entry("console", Set.of("census", "indexer", "overlay", "archive")),
          Map.entry("cli", Set.of("console", "lab", "udp", "census", "indexer", "overlay")));

  private static final String[] PURE = {
    "org.orbweaver.kademlia..",
    "org.orbweaver.wire..",
    "org.orbweaver.mainline..",
    "org.orbweaver.census.strategy..",
    "org.orbweaver.census.sweep..",
    "org.orbweaver.census.net..",
    "org.orbweaver.trust.."
  };

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.orbweaver");

  static Stream<String> modules() {
    return ARROWS.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleUsesOnlyWhatTheArrowsAllow(String module) {
    Set<String> forbidden = new TreeSet<>(ARROWS.keySet());
    forbidden.remove(module);
    forbidden.removeAll(reachable(module));
    noClasses()
        .that()
        .resideInAPackage("org.orbweaver." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            forbidden.stream().map(name -> "org.orbweaver." + name + "..").toArray(String[]::new))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void theVirtualNetworkKnowsNoSocket() {
    noClasses()
        .that()
        .resideInAPackage("org.orbweaver.lab.net..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.orbweaver.udp..", "java.net..", "java.nio.channels..")
        .check(CLASSES);
  }

  @Test
  void pureModulesTouchNoFileSocketOrNativeMemory() {
    pureClassesNever()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.io..",
            "java.net..",
            "java.nio.channels..",
            "java.nio.file..",
            "java.lang.foreign..")
        .check(CLASSES);
  }

  @Test
  void pureModulesStartNoThreads() {
    pureClassesNever()
        .dependOnClassesThat()
        .belongToAnyOf(
            Thread.class,
            java.util.Timer.class,
            java.util.concurrent.Executors.class,
            java.util.concurrent.ExecutorService.class,
            java.util.concurrent.ForkJoinPool.class,
            java.util.concurrent.CompletableFuture.class)
        .check(CLASSES);
  }

  @Test
  void pureModulesReadNoClock() {
    for (String method : List.of("nanoTime", "currentTimeMillis")) {
      pureClassesNever().callMethod(System.class, method).check(CLASSES);
    }
    pureClassesNever()
        .dependOnClassesThat()
        .belongToAnyOf(
            java.time.Clock.class,
            java.time.Instant.class,
            java.time.LocalDate.class,
            java.time.LocalDateTime.class,
            java.time.ZonedDateTime.class,
            java.util.Date.class)
        .check(CLASSES);
  }

  @Test
  void pureModulesDrawNoUnseededRandomness() {
    pureClassesNever().callConstructor(Random.class).check(CLASSES);
    pureClassesNever().callMethod(Math.class, "random").check(CLASSES);
    pureClassesNever()
        .dependOnClassesThat()
        .belongToAnyOf(
            java.util.concurrent.ThreadLocalRandom.class,
            java.security.SecureRandom.class,
            java.util.UUID.class)
        .check(CLASSES);
  }

  @Test
  void packagesFormNoCycles() {
    slices().matching("org.orbweaver.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  private static ClassesShould pureClassesNever() {
    return noClasses().that().resideInAnyPackage(PURE).should();
  }

  private static Set<String> reachable(String module) {
    Set<String> reached = new TreeSet<>(ARROWS.getOrDefault(module, Set.of()));
    for (String direct : Set.copyOf(reached)) {
      reached.addAll(reachable(direct));
    }
    return reached;
  }
}
