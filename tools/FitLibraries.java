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
    try (InputStream in = classes.getResourceAsStream((String) packed.invoke(null, "rocksdb"))) {
      if (in != null) {
        Path fresh = natives.resolve(name + ".new");
        Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
        Files.move(fresh, natives.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
