package tender.server.store.bags;

import tender.server.store.sql.Sql;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import tender.core.store.Store;

/**
 * Tells other replicas, by PostgreSQL's NOTIFY, that something is owed to agents that hang on them.
 *
 * <p>Not within the transaction that owes it: commits that notify take turns throughout the
 * database, flush to disk and all, and so many at once would be several times slower. Here what
 * comes together is said once. If this process dies in between, nobody is told; whoever listens
 * also looks by itself every now and then.
 */
public final class OutboxNotifier implements AutoCloseable {
  static final String CHANNEL = "owed";

  private final Sql sql;
  private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();
  private final Set<String> isWaiting = ConcurrentHashMap.newKeySet();
  private final Thread thread;

  public OutboxNotifier(Sql sql) {
    this.sql = sql;
    thread = Thread.ofPlatform().name("tender-owed-notifier").daemon().start(this::work);
  }

  /** Returns at once. */
  void notifyReplica(String replica) {
    if (isWaiting.add(replica)) {
      waiting.add(replica);
    }
  }

  private void work() {
    try {
      while (true) {
        String replica = waiting.take();
        // First, so that what is owed from now on is told again.
        isWaiting.remove(replica);
        tellNow(replica);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private void tellNow(String replica) {
    try {
      sql.find("select pg_notify(?, ?)", row -> true, CHANNEL, replica);
    } catch (Store.Unavailable e) {
      System.getLogger(OutboxNotifier.class.getName())
          .log(System.Logger.Level.DEBUG, "Replica {0} was not told: {1}", replica, e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
