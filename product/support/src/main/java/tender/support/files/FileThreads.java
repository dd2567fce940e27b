package tender.support.files;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * Threads for work on large files. A virtual thread keeps one of the few processors of all virtual
 * threads while it reads, digests or writes a file, so that others, such as those of the connection
 * to the market, wait for gigabytes. These threads are the system's, which shares its processors.
 */
public final class FileThreads {
  private FileThreads() {}

  /** A thread for each task. */
  public static ExecutorService newExecutor(String name) {
    return Executors.newThreadPerTaskExecutor(factory(name));
  }

  /** Threads that do not keep a program from its end. */
  public static ThreadFactory factory(String name) {
    return Thread.ofPlatform().daemon().name(name + "-", 0).factory();
  }
}
