package tender.agent.files;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One lock for each key, so that work on one key waits for other work on the same key only. A lock
 * exists while a thread holds it or waits for it. Thread-safe.
 */
public final class KeyedLocks<K> {
  private final Map<K, CountedLock> locks = new HashMap<>();

  private static final class CountedLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    private int users;
  }

  /** What is done while the lock of a key is held. */
  @FunctionalInterface
  public interface Action<T> {
    T run() throws IOException;
  }

  /** Runs the action while no other thread runs one with the same key. */
  public <T> T run(K key, Action<T> action) throws IOException {
    CountedLock lock = claim(key);
    lock.lock();
    try {
      return action.run();
    } finally {
      lock.unlock();
      release(key);
    }
  }

  private synchronized CountedLock claim(K key) {
    CountedLock lock = locks.computeIfAbsent(key, _ -> new CountedLock());
    lock.users++;
    return lock;
  }

  private synchronized void release(K key) {
    CountedLock lock = Objects.requireNonNull(locks.get(key));
    lock.users--;
    if (lock.users == 0) {
      locks.remove(key);
    }
  }
}
