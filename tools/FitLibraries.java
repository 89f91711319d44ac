import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Makes libraries fit for a quick start, once after a build: {@code java FitLibraries.java LIB
 * NATIVE}.
 *
 * <p>Classes of a format older than Java 6 (picocli, brotli) are taken into no AOT cache and are
 * verified at each start; they are written again in today's format, which differs in the tables
 * that the verifier uses. Native libraries, which their jars would unpack into the temporary folder
 * at each start and leave there when killed, are unpacked into a folder of ours.
 */
final class FitLibraries {
  private static final int OLD = 50;
  private static final int TODAY = ClassFile.JAVA_17_VERSION;

  public static void main(String[] arguments) throws Exception {
    Path libraries = Path.of(arguments[0]);
    Path natives = Files.createDirectories(Path.of(arguments[1]));
    List<Path> jars;
    try (Stream<Path> files = Files.list(libraries)) {
      jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
    List<URL> urls = new ArrayList<>();
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    try (URLClassLoader classes = new URLClassLoader(urls.toArray(URL[]::new))) {
      for (Path jar : jars) {
        if (hasOldClasses(jar)) {
          renew(jar, classes);
        }
      }
      unpackRocksDb(classes, natives);
      unpackSqlite(classes, natives);
      unpackZstd(classes, natives);
    }
    for (Path jar : jars) {
      if (jar.getFileName().toString().startsWith("duckdb")) {
        moveOutDuckDb(jar, natives);
      }
    }
  }

  private static boolean hasOldClasses(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (isClass(entry) && version(read(jar, entry)) < OLD) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isClass(JarEntry entry) {
    return entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/");
  }

  private static int version(byte[] type) {
    return (type[6] & 0xFF) << 8 | type[7] & 0xFF;
  }

  private static byte[] read(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  /** The whole jar anew, beside it first: a killed build leaves the old one. */
  private static void renew(Path file, ClassLoader classes) throws IOException {
    ClassFile format =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try (JarFile jar = new JarFile(file.toFile());
        OutputStream out = Files.newOutputStream(fresh);
        JarOutputStream renewed = new JarOutputStream(out)) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        byte[] bytes = read(jar, entry);
        renewed.putNextEntry(new JarEntry(entry.getName()));
        renewed.write(isClass(entry) && version(bytes) < OLD ? renewed(format, bytes) : bytes);
        renewed.closeEntry();
      }
    }
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Each method is put together again, instruction by instruction: only so it gets its tables. */
  private static byte[] renewed(ClassFile format, byte[] bytes) {
    return format.transformClass(
        format.parse(bytes),
        ClassTransform.transformingMethodBodies(CodeBuilder::with)
            .andThen(ClassTransform.endHandler(type -> type.withVersion(TODAY, 0))));
  }

  /** RocksDB itself knows which of its libraries this machine needs, and under which name. */
  private static void unpackRocksDb(ClassLoader classes, Path natives) throws Exception {
    Class<?> environment = Class.forName("org.rocksdb.util.Environment", true, classes);
    Method packed = environment.getMethod("getJniLibraryFileName", String.class);
    Method shared = environment.getMethod("getSharedLibraryName", String.class);
    String name = System.mapLibraryName((String) shared.invoke(null, "rocksdb"));
    unpack(classes.getResourceAsStream((String) packed.invoke(null, "rocksdb")), natives, name);
  }

  /** SQLite, too; it looks where {@code org.sqlite.lib.path} says. */
  private static void unpackSqlite(ClassLoader classes, Path natives) throws Exception {
    Class<?> system = Class.forName("org.sqlite.util.OSInfo", true, classes);
    Object folder = system.getMethod("getNativeLibFolderPathForCurrentOS").invoke(null);
    String name = System.mapLibraryName("sqlitejdbc");
    unpack(
        classes.getResourceAsStream("org/sqlite/native/" + folder + "/" + name), natives, name);
  }

  /** And Zstandard, which keeps the name to itself. */
  private static void unpackZstd(ClassLoader classes, Path natives) throws Exception {
    Class<?> loader = Class.forName("com.github.luben.zstd.util.Native", true, classes);
    Method packed = loader.getDeclaredMethod("resourceName");
    packed.setAccessible(true);
    String resource = ((String) packed.invoke(null)).substring(1);
    String name = resource.substring(resource.lastIndexOf('/') + 1);
    unpack(classes.getResourceAsStream(resource), natives, name);
  }

  private static void unpack(InputStream packed, Path natives, String name) throws IOException {
    if (packed == null) {
      return; // none for this machine
    }
    try (packed) {
      Path fresh = natives.resolve(name + ".new");
      Files.copy(packed, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.move(fresh, natives.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * DuckDB looks into its jar first, and unpacks 71 MB from there at each start; only where the jar
   * has none does it look among the native libraries. So they are taken out of it.
   */
  private static void moveOutDuckDb(Path file, Path natives) throws IOException {
    String packed = "libduckdb_java.so_";
    String processor = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try (JarFile jar = new JarFile(file.toFile())) {
      JarEntry ours = jar.getJarEntry(packed + "linux_" + processor);
      if (ours == null || !System.getProperty("os.name").equals("Linux")) {
        return; // done before, or another system's
      }
      unpack(jar.getInputStream(ours), natives, System.mapLibraryName("duckdb_java"));
      try (OutputStream out = Files.newOutputStream(fresh);
          JarOutputStream lighter = new JarOutputStream(out)) {
        for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
          if (!entry.getName().startsWith(packed)) {
            lighter.putNextEntry(new JarEntry(entry.getName()));
            lighter.write(read(jar, entry));
            lighter.closeEntry();
          }
        }
      }
    }
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
