import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that leaks on purpose: each window listens to the bus, and no window that is closed is taken off the list of
 * listeners. After each 2,000 windows it writes its heap to the next of its arguments.
 */
public final class Leak {
    interface Listener { void changed(String what); }

    /** Bus tells its listeners of what has changed. */
    static final class Bus {
        static final List<Listener> listeners = new ArrayList<>(); // BUG: only added to
    }

    /** Window shows a document while it is open. */
    static final class Window {
        final int[] pixels = new int[64];
        final String title;

        Window(int number) {
            title = "window " + number;
            Bus.listeners.add(what -> pixels[0] = what.length()); // the closure holds the window
        }
    }

    public static void main(String[] files) throws Exception {
        var machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        int windows = 0;
        for (String file : files) {
            for (int i = 0; i < 2_000; i++) {
                new Window(windows++); // opened, and closed at once
            }
            Files.deleteIfExists(Path.of(file)); // the virtual machine overwrites nothing
            machine.dumpHeap(file, true); // after a collection
        }
    }
}
