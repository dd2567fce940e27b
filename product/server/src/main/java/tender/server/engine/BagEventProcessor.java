package tender.server.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/**
 * Works events into bags. Those of one bag come one after the other, and all that have come by the
 * time the one before is written are worked in together: two hundred answers to a call cost a few
 * commits, not two hundred.
 */
public final class BagEventProcessor implements AutoCloseable {
  private static final Logger LOG = System.getLogger(BagEventProcessor.class.getName());

  /** Whoever says more about one bag at once than it can be told is not listened to. */
  private static final int MOST_WAITING = 100_000;

  /** How often a write is tried; whoever sends messages says them again anyway. */
  private static final int TRIES = 40;

  private static final int QUICK_TRIES = 3;
  private static final int LONGEST_PAUSE_MILLIS = 20;
  private static final int UNAVAILABLE_PAUSE_MILLIS = 250;

  private final Store store;
  private final ProviderDirectory roster;
  private final CommitListener written;
  private final BagCache known = new BagCache();
  private final Map<BagId, List<BagEvent>> waiting = new ConcurrentHashMap<>();
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  /** Told of everything that is written, on whatever thread wrote it. */
  interface CommitListener {
    /** What was decided upon, and what was written. */
    void committed(BagState before, Transaction transaction);
  }

  public BagEventProcessor(Store store, ProviderDirectory roster, CommitListener written) {
    this.store = store;
    this.roster = roster;
    this.written = written;
  }

  /** A new bag was written. */
  public void bagCreated(Transaction transaction) {
    known.put(transaction);
  }

  /** Has it worked in soon; it may be lost when the database is gone for long. */
  public void enqueue(BagId bag, BagEvent event) {
    waiting.compute(
        bag,
        (id, before) -> {
          List<BagEvent> events = before;
          if (events == null) {
            events = new ArrayList<>();
            workers.execute(() -> work(bag));
          }
          if (events.size() < MOST_WAITING) {
            events.add(event);
          }
          return events;
        });
  }

  private void work(BagId bag) {
    List<BagEvent> events = take(bag);
    while (!events.isEmpty()) {
      try {
        apply(bag, events);
      } catch (Store.Unavailable e) {
        LOG.log(Level.WARNING, "Bag {0}: {1} events are lost: {2}", bag, events.size(), e);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "Bag {0}: {1} events are lost.", bag, events.size(), e);
      }
      events = take(bag);
    }
  }

  /** Takes all that wait; when none do, whoever posts next starts anew. */
  private List<BagEvent> take(BagId bag) {
    List<BagEvent> taken = new ArrayList<>();
    waiting.computeIfPresent(
        bag,
        (id, events) -> {
          taken.addAll(events);
          return events.isEmpty() ? null : new ArrayList<>();
        });
    return taken;
  }

  /**
   * Works events in and waits until that is written.
   *
   * @return the bag as it was read last; empty if there is none
   */
  public Optional<StoredBag> apply(BagId bag, List<BagEvent> events) throws InterruptedException {
    // Nobody is likely to have written it since, and if somebody has, the write is refused.
    Optional<StoredBag> stored = known.take(bag);
    boolean isRead = false;
    for (int tried = 1; ; tried++) {
      try {
        if (stored.isEmpty()) {
          stored = store.read(bag);
          isRead = true;
        }
        if (stored.isEmpty()) {
          return stored;
        }
        Optional<Transaction> transaction =
            roster.transactionBuilder().handleAll(stored.get(), events, store.nowMillis());
        if (transaction.isEmpty() && isRead) {
          return stored;
        }
        BagState before = stored.get().state();
        stored = Optional.empty();
        if (transaction.isEmpty()) {
          // To what somebody else has written meanwhile, the events may mean something.
          continue;
        }
        if (store.commit(transaction.get())) {
          known.put(transaction.get());
          written.committed(before, transaction.get());
          return Optional.of(new StoredBag(transaction.get().state(), transaction.get().version()));
        }
        pauseAfterConflict(tried);
      } catch (Store.InsufficientFunds e) {
        return notCovered(bag, events);
      } catch (Store.Unavailable e) {
        if (tried >= TRIES) {
          throw e;
        }
        Thread.sleep(UNAVAILABLE_PAUSE_MILLIS);
      }
    }
  }

  /** Of several events it is not known which one led to it, so they are worked in one by one. */
  private Optional<StoredBag> notCovered(BagId bag, List<BagEvent> events)
      throws InterruptedException {
    if (events.size() == 1) {
      return apply(bag, List.of(new BagEvent.InsufficientFunds(), events.getFirst()));
    }
    Optional<StoredBag> last = Optional.empty();
    for (BagEvent event : events) {
      last = apply(bag, List.of(event));
    }
    return last;
  }

  /** Another replica was quicker; two that try at once would do so again and again. */
  private static void pauseAfterConflict(int tried) throws InterruptedException {
    if (tried > QUICK_TRIES) {
      Thread.sleep(ThreadLocalRandom.current().nextInt(LONGEST_PAUSE_MILLIS));
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
