package org.orbweaver.lab;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
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
  /** What each room may use directly; what those use, it may use too. */
  private static final Map<String, Set<String>> ARROWS =
      Map.ofEntries(
          Map.entry("kademlia", Set.of()),
          Map.entry("trust", Set.of("kademlia")),
          Map.entry("wire", Set.of("kademlia")),
          Map.entry("udp", Set.of("wire")),
          Map.entry("mainline", Set.of("wire")),
          Map.entry("census", Set.of("wire")),
          Map.entry("indexer", Set.of("mainline")),
          Map.entry("fetch", Set.of()),
          Map.entry("archive", Set.of("fetch")),
          Map.entry("web", Set.of("fetch", "archive")),
          Map.entry("overlay", Set.of("wire", "trust")),
          Map.entry("app", Set.of("overlay", "trust", "web", "census", "indexer", "udp")),
          Map.entry("console", Set.of("app")),
          Map.entry("sim", Set.of("wire", "udp", "fetch")),
          Map.entry("shell", Set.of("app")),
          Map.entry("demo", Set.of("console", "sim")),
          Map.entry("cli", Set.of("console", "shell", "demo")),
          Map.entry("lab", Set.of("console", "shell", "sim")));

  /** Driven by packets and time alone. */
  private static final String[] PURE = {
    "org.orbweaver.kademlia..",
    "org.orbweaver.trust..",
    "org.orbweaver.wire..",
    "org.orbweaver.mainline..",
    "org.orbweaver.census.strategy..",
    "org.orbweaver.census.sweep..",
    "org.orbweaver.census.net..",
    "org.orbweaver.indexer.pipeline..",
    "org.orbweaver.overlay.."
  };

  /** What a pure room may do all the same, and why. */
  private static final Set<String> EXCEPT =
      Set.of(
          // Reads a constant of the protocol out of the program itself.
          "org.orbweaver.overlay.compress.ExampleLinks",
          // Keys are drawn from whatever source is handed over; the lab's is seeded.
          "org.orbweaver.overlay.keys.PeerKeys",
          "org.orbweaver.overlay.identity.Handshakes");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("org.orbweaver");

  static Stream<String> modules() {
    return ARROWS.keySet().stream().sorted();
  }

  @Test
  void everyRoomIsKnown() {
    Set<String> rooms = new TreeSet<>();
    CLASSES.forEach(each -> rooms.add(each.getPackageName().split("\\.")[2]));
    assertThat(rooms).isEqualTo(new TreeSet<>(ARROWS.keySet()));
  }

  /** One word, one meaning. */
  @Test
  void noClassIsNamedTwice() {
    Map<String, Long> names =
        CLASSES.stream()
            .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getSimpleName, counting()));
    names.values().removeIf(count -> count == 1);
    assertThat(names).isEmpty();
  }

  /** An arrow that nobody walks is a wish, not a description. */
  @ParameterizedTest
  @MethodSource("modules")
  void everyArrowIsUsed(String module) {
    Set<String> used = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      if (each.getPackageName().startsWith("org.orbweaver." + module)) {
        each.getDirectDependenciesFromSelf().stream()
            .map(dependency -> dependency.getTargetClass().getPackageName())
            .filter(name -> name.startsWith("org.orbweaver."))
            .forEach(name -> used.add(name.split("\\.")[2]));
      }
    }
    assertThat(used).containsAll(ARROWS.getOrDefault(module, Set.of()));
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
        .check(CLASSES);
  }

  @Test
  void theVirtualNetworkKnowsNoSocket() {
    noClasses()
        .that()
        .resideInAPackage("org.orbweaver.sim.net..")
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
    return noClasses()
        .that(
            resideInAnyPackage(PURE)
                .and(
                    describe(
                        "are no exception",
                        each -> !EXCEPT.contains(each.getName().split("\\$")[0]))))
        .should();
  }

  private static Set<String> reachable(String module) {
    Set<String> reached = new TreeSet<>(ARROWS.getOrDefault(module, Set.of()));
    for (String direct : Set.copyOf(reached)) {
      reached.addAll(reachable(direct));
    }
    return reached;
  }
}
