package tender.server.engine;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import tender.core.model.BagId;
import tender.server.model.BagMark;

/**
 * Notifies waiting threads that a bag has changed: immediately if this replica wrote it, and
 * otherwise at the next poll, which is one query for all watched bags. So a thread that waits costs
 * the database nothing of its own. PostgreSQL's NOTIFY would find changes of other replicas sooner,
 * but each commit would have to send one, and a lost one would have to be found by polling.
 */
public final class BagChangeNotifier {
  private static final int MAX_WRITTEN = 10_000;

  private final Map<BagId, Watch> watched = new ConcurrentHashMap<>();

  /** The latest versions that this replica wrote, for threads that are about to wait. */
  private final Map<BagId, Long> written =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<BagId, Long> eldest) {
          return size() > MAX_WRITTEN;
        }
      };

  /** The threads that wait until a bag is not as they know it. */
  private static final class Watch {
    private final BagMark known;
    private final CountDownLatch changed = new CountDownLatch(1);
    private int threads;

    Watch(BagMark known) {
      this.known = known;
    }
  }

  /** This replica has written a bag. */
  public void notifyChanged(BagId bag, long version) {
    synchronized (written) {
      written.merge(bag, version, Math::max);
    }
    Watch watch = watched.remove(bag);
    if (watch != null) {
      watch.changed.countDown();
    }
  }

  /** A wait for a change of a bag; must be closed. */
  public final class Waiting implements AutoCloseable {
    private final BagId bag;
    private final Watch watch;

    private Waiting(BagId bag, Watch watch) {
      this.bag = bag;
      this.watch = watch;
    }

    /** Waits; returns false if the time is over. */
    public boolean await(Duration timeout) throws InterruptedException {
      return watch.changed.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
      watched.computeIfPresent(
          bag, (id, found) -> found == watch && --found.threads == 0 ? null : found);
    }
  }

  /**
   * Begins to wait until a bag is not as the caller knows it. The wait may also end without a
   * change.
   */
  public Waiting watch(BagId bag, BagMark known) {
    Watch watch =
        watched.compute(
            bag,
            (id, found) -> {
              Watch shared = found == null ? new Watch(known) : found;
              shared.threads++;
              return shared;
            });
    if (writtenVersion(bag) > known.version()) {
      watch.changed.countDown();
    }
    return new Waiting(bag, watch);
  }

  private long writtenVersion(BagId bag) {
    synchronized (written) {
      return written.getOrDefault(bag, 0L);
    }
  }

  /**
   * Finds the watched bags that others have changed.
   *
   * @param read reads the marks of some bags
   */
  public void poll(Function<List<BagId>, Map<BagId, BagMark>> read) {
    Map<BagId, Watch> before = Map.copyOf(watched);
    if (before.isEmpty()) {
      return;
    }
    Map<BagId, BagMark> marks = read.apply(List.copyOf(before.keySet()));
    before.forEach(
        (bag, watch) -> {
          if (!watch.known.equals(marks.get(bag)) && watched.remove(bag, watch)) {
            watch.changed.countDown();
          }
        });
  }
}
