package tender.server.store.bags;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import tender.core.store.Store;
import tender.server.store.sql.Sql;

/**
 * Notifies other replicas, by PostgreSQL's NOTIFY, of new outbox messages for agents connected to
 * them.
 *
 * <p>It does not notify inside the transaction that writes the messages: PostgreSQL serialises
 * commits that notify, including the flush to disk, which would make concurrent commits several
 * times slower. Notifications that are pending together are sent once. If this process dies before
 * it notifies, the other replica finds the messages by polling.
 */
public final class OutboxNotifier implements AutoCloseable {
  static final String CHANNEL = "outbox";

  private final Sql sql;
  private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
  private final Set<String> pending = ConcurrentHashMap.newKeySet();
  private final Thread thread;

  public OutboxNotifier(Sql sql) {
    this.sql = sql;
    thread = Thread.ofPlatform().name("tender-outbox-notifier").daemon().start(this::run);
  }

  /** Does not block. */
  void notifyReplica(String replica) {
    if (pending.add(replica)) {
      queue.add(replica);
    }
  }

  private void run() {
    try {
      while (true) {
        String replica = queue.take();
        // Before the notification, so that messages written from now on cause another one.
        pending.remove(replica);
        sendNotification(replica);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private void sendNotification(String replica) {
    try {
      sql.find("select pg_notify(?, ?)", row -> true, CHANNEL, replica);
    } catch (Store.Unavailable e) {
      System.getLogger(OutboxNotifier.class.getName())
          .log(
              Level.DEBUG,
              "Could not notify replica; it will poll: replica={0}, cause={1}",
              replica,
              e);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
