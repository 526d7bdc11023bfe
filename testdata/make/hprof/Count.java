import java.io.File;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import org.graalvm.visualvm.lib.jfluid.heap.*;

/**
 * Counts what VisualVM's library finds in a heap dump, and what is reached in it:
 *
 *   visualvm   fields, elements and static fields; no referents, no classes of objects
 *   halfmark   also soft and final referents, and the class of each instance and array of references
 *   weak       also weak and phantom referents
 *
 * The library parses the file and its fields. The search is this program's.
 */
public final class Count {
    final Heap heap;
    final boolean classes, strong, weak;
    final Set<Long> seen = new HashSet<>();
    final ArrayDeque<Object> grey = new ArrayDeque<>();

    Count(Heap heap, boolean classes, boolean strong, boolean weak) {
        this.heap = heap; this.classes = classes; this.strong = strong; this.weak = weak;
    }

    void push(Object o) {
        if (o instanceof Instance) {
            // The library shows a class as an instance of java.lang.Class, too.
            JavaClass c = heap.getJavaClassByID(((Instance) o).getInstanceId());
            if (c != null) { o = c; }
        }
        if (o != null && seen.add(o instanceof JavaClass ? ((JavaClass) o).getJavaClassId() : ((Instance) o).getInstanceId())) { grey.add(o); }
    }

    boolean follows(Instance i) {
        for (JavaClass c = i.getJavaClass(); c != null; c = c.getSuperClass()) {
            switch (c.getName()) {
                case "java.lang.ref.SoftReference": case "java.lang.ref.FinalReference": case "java.lang.ref.FinalizerReference": return strong;
                case "java.lang.ref.WeakReference": case "java.lang.ref.PhantomReference": return weak;
            }
        }
        return true;
    }

    int search() {
        for (Object root : heap.getGCRoots()) { push(((GCRoot) root).getInstance()); }
        while (!grey.isEmpty()) {
            Object o = grey.remove();
            if (o instanceof JavaClass) {
                JavaClass c = (JavaClass) o;
                push(c.getSuperClass());
                push(c.getClassLoader());
                for (Object v : c.getStaticFieldValues()) { if (v instanceof ObjectFieldValue) { push(((ObjectFieldValue) v).getInstance()); } }
                continue;
            }
            Instance i = (Instance) o;
            if (classes && !(i instanceof PrimitiveArrayInstance)) { push(i.getJavaClass()); }
            if (i instanceof ObjectArrayInstance) {
                for (Object v : ((ObjectArrayInstance) i).getValues()) { push(v); }
                continue;
            }
            for (Object v : i.getFieldValues()) {
                if (!(v instanceof ObjectFieldValue)) { continue; }
                Field f = ((FieldValue) v).getField();
                boolean referent = f.getName().equals("referent") && f.getDeclaringClass().getName().equals("java.lang.ref.Reference");
                if (!referent || follows(i)) { push(((ObjectFieldValue) v).getInstance()); }
            }
        }
        return seen.size();
    }

    public static void main(String[] args) throws Exception {
        for (String file : args) {
            Heap heap = HeapFactory.createHeap(new File(file));
            long instances = 0;
            for (Object c : heap.getAllClasses()) { instances += ((JavaClass) c).getInstancesCount(); }
            Set<Long> roots = new HashSet<>();
            for (Object r : heap.getGCRoots()) {
                Instance i = ((GCRoot) r).getInstance();
                if (i != null) { roots.add(i.getInstanceId()); }
            }
            System.out.println(file + ": instances " + instances + " classes " + heap.getAllClasses().size() + " summary " + heap.getSummary().getTotalLiveInstances()
                + " roots " + roots.size()
                + " reached visualvm " + new Count(heap, false, false, false).search()
                + " halfmark " + new Count(heap, true, true, false).search()
                + " weak " + new Count(heap, true, true, true).search());
        }
    }
}
