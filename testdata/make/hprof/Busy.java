import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program with a little of everything that a heap dump can hold. It says "ready" and waits until its
 * input ends. With an argument it dumps its own heap into that file, with garbage, and ends.
 */
public final class Busy {
    static final class Link { Link next; long payload; }
    static final class Kept { }
    static final class Lost { }

    static final Map<String, Object> table = new HashMap<>();
    static final List<Object> references = new ArrayList<>();
    static final ReferenceQueue<Object> queue = new ReferenceQueue<>();

    @SuppressWarnings("removal")
    static final class Finalized {
        Object held = new Kept();
        static int finalized; // the virtual machine passes over finalizers that do nothing
        @Override protected void finalize() { finalized++; }
    }

    public static void main(String[] args) throws Exception {
        Link local = null; // held by a frame alone
        for (int i = 0; i < 1000; i++) {
            Link link = new Link();
            link.next = local;
            local = link;
            table.put("key " + i, new int[i % 10]);
        }
        List<Object> hold = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            references.add(new SoftReference<>(new Kept()));
            references.add(new WeakReference<>(new Lost()));
            references.add(new PhantomReference<>(new Lost(), queue));
            references.add(new WeakReference<>(held(hold)));
            references.add(new Finalized());
            table.put("boxes " + i, new Object[][] {{new Kept()}, null, {}});
        }
        if (args.length > 0) {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[0], false);
        } else {
            System.out.println("ready " + ProcessHandle.current().pid());
            while (System.in.read() >= 0) { }
        }
        System.out.println(local.payload + hold.size()); // they are used, so they live
    }

    static Object held(List<Object> hold) {
        hold.add(new Kept());
        return hold.get(hold.size() - 1);
    }
}
