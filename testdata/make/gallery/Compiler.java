import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Runs the Java compiler in this process over sources of the module java.base, up to the point
 * where all names and types are known. Then it writes its heap to a file:
 *
 *   java Compiler.java javac.hprof SOURCES/java.base java/util java/lang
 */
class Compiler {
  public static void main(String[] args) throws IOException {
    if (args.length < 3) {
      System.err.println("usage: Compiler FILE MODULE FOLDER...: the file to write must end in .hprof");
      System.exit(2);
    }
    Path module = Path.of(args[1]);
    List<Path> sources = new ArrayList<>();
    for (String folder : List.of(args).subList(2, args.length)) {
      try (Stream<Path> paths = Files.walk(module.resolve(folder))) {
        paths.filter(p -> p.toString().endsWith(".java") && !p.endsWith("package-info.java")).forEach(sources::add);
      }
    }
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    var files = javac.getStandardFileManager(null, null, null);
    var options = List.of("--patch-module", "java.base=" + module, "-proc:none", "-nowarn", "-Xmaxerrs", "5");
    // The problems of sources that are a little newer than the runtime do not matter here.
    JavacTask task = (JavacTask) javac.getTask(null, files, d -> {}, options, null, files.getJavaFileObjectsFromPaths(sources));
    List<CompilationUnitTree> trees = new ArrayList<>();
    task.parse().forEach(trees::add);
    int types = 0;
    for (var ignored : task.analyze()) {
      types++;
    }
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[0], true);
    System.out.println(trees.size() + " files, " + types + " classes");
    java.lang.ref.Reference.reachabilityFence(task);
  }
}
