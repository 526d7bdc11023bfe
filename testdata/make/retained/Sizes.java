import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.graalvm.visualvm.lib.jfluid.heap.Heap;
import org.graalvm.visualvm.lib.jfluid.heap.HeapFactory;
import org.graalvm.visualvm.lib.jfluid.heap.Instance;
import org.graalvm.visualvm.lib.jfluid.heap.JavaClass;

/**
 * Writes the id, the size and the retained size of each object of a Java heap dump, as the library of VisualVM finds them. The library is
 * org-graalvm-visualvm-lib-jfluid-heap.jar of Debian's package visualvm:
 *
 *   java -cp org-graalvm-visualvm-lib-jfluid-heap.jar Sizes.java app.hprof sizes.txt
 */
public class Sizes {
  public static void main(String[] arguments) throws Exception {
    Heap heap = HeapFactory.createHeap(new File(arguments[0]));
    long start = System.nanoTime();
    heap.getBiggestObjectsByRetainedSize(1);
    System.err.printf("retained sizes after %d ms%n", (System.nanoTime() - start) / 1_000_000);
    try (PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(arguments[1])))) {
      for (JavaClass c : (List<JavaClass>) heap.getAllClasses())
        for (Object o : c.getInstances()) {
          Instance i = (Instance) o;
          out.printf("%d %d %d%n", i.getInstanceId(), i.getSize(), i.getRetainedSize());
        }
    }
  }
}
