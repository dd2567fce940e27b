package tender.server.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import tender.core.ledger.FundsLimit;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/**
 * Applies events to bags. Events of one bag are applied in order, and all events that arrive during
 * a write are applied together in the next one. Replies wait for the others that the bag needs
 * before it decides anything: in general, all replies to a call cost one commit.
 */
public final class BagEventProcessor implements AutoCloseable {
  private static final Logger LOG = System.getLogger(BagEventProcessor.class.getName());

  /** For how long replies wait for others; the sender of a reply waits as long for its receipt. */
  private static final Duration LONGEST_GATHERING = Duration.ofMillis(100);

  /** How often a write is attempted. Lost messages are sent again by their senders. */
  private static final int MAX_ATTEMPTS = 40;

  private static final int ATTEMPTS_WITHOUT_PAUSE = 3;
  private static final int MAX_CONFLICT_PAUSE_MILLIS = 20;
  private static final int UNAVAILABLE_PAUSE_MILLIS = 250;

  private final Store store;
  private final ProviderDirectory providers;
  private final CommitListener commitListener;
  private final BagCache cache = new BagCache();
  private final EventQueues queues = new EventQueues();
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();

  /** Notified of every committed transaction, on the thread that committed it. */
  public interface CommitListener {
    /** A transaction was committed on the basis of this state. */
    void committed(BagState before, Transaction transaction);
  }

  public BagEventProcessor(
      Store store, ProviderDirectory providers, CommitListener commitListener) {
    this.store = store;
    this.providers = providers;
    this.commitListener = commitListener;
  }

  /** Adds a new bag to the cache. */
  public void bagCreated(Transaction transaction) {
    cache.put(transaction);
  }

  /** Queues an event; it is lost if the database is unavailable for long. */
  public void enqueue(BagId bag, BagEvent event) {
    if (queues.add(bag, event)) {
      workers.execute(() -> processQueue(bag));
    }
  }

  private void processQueue(BagId bag) {
    List<BagEvent> events = take(bag);
    while (!events.isEmpty()) {
      try {
        apply(bag, events);
      } catch (Store.Unavailable e) {
        LOG.log(
            Level.WARNING,
            "Database unavailable; events lost: events={0}, cause={1}",
            events.size(),
            e,
            bag);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.log(
            Level.ERROR, "Event processing failed; events lost: events={0}", events.size(), bag, e);
      }
      events = take(bag);
    }
  }

  private List<BagEvent> take(BagId bag) {
    queues.gatherReplies(bag, cache.awaitedReplies(bag), LONGEST_GATHERING);
    return queues.take(bag);
  }

  /**
   * Applies events and waits until the bag is written.
   *
   * @return the resulting bag; empty if it does not exist
   */
  public Optional<StoredBag> apply(BagId bag, List<BagEvent> events) throws InterruptedException {
    // Probably still current; if another replica has written the bag since, the write fails.
    Optional<StoredBag> stored = cache.take(bag);
    boolean isFresh = false;
    for (int attempt = 1; ; attempt++) {
      try {
        if (stored.isEmpty()) {
          stored = store.read(bag);
          isFresh = true;
        }
        if (stored.isEmpty()) {
          return stored;
        }
        Optional<Transaction> transaction =
            providers.transactionBuilder().handleAll(stored.get(), events, store.nowMillis());
        if (transaction.isEmpty() && isFresh) {
          return stored;
        }
        BagState before = stored.get().state();
        stored = Optional.empty();
        if (transaction.isEmpty()) {
          // The cached state may be stale: decide again on the state in the database.
          continue;
        }
        if (store.commit(transaction.get())) {
          cache.put(transaction.get());
          commitListener.committed(before, transaction.get());
          return Optional.of(new StoredBag(transaction.get().state(), transaction.get().version()));
        }
        pauseAfterConflict(attempt);
      } catch (Store.InsufficientFunds e) {
        return insufficientFunds(bag, events, e.limit());
      } catch (Store.Unavailable e) {
        if (attempt >= MAX_ATTEMPTS) {
          throw e;
        }
        Thread.sleep(UNAVAILABLE_PAUSE_MILLIS);
      }
    }
  }

  /** With several events the cause is unknown, so each is applied on its own. */
  private Optional<StoredBag> insufficientFunds(BagId bag, List<BagEvent> events, FundsLimit limit)
      throws InterruptedException {
    if (events.size() == 1) {
      return apply(bag, List.of(new BagEvent.InsufficientFunds(limit), events.getFirst()));
    }
    Optional<StoredBag> last = Optional.empty();
    for (BagEvent event : events) {
      last = apply(bag, List.of(event));
    }
    return last;
  }

  /** A random pause after a conflict, so that two replicas do not conflict repeatedly. */
  private static void pauseAfterConflict(int attempt) throws InterruptedException {
    if (attempt > ATTEMPTS_WITHOUT_PAUSE) {
      Thread.sleep(ThreadLocalRandom.current().nextInt(MAX_CONFLICT_PAUSE_MILLIS));
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
