package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.BagStateMachine;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.simulator.faults.FaultInjectionHooks;
import tender.simulator.faults.planted.PlantedBug.Component;

/** Mistakes of the store, and of the replicas that read and write it. */
final class StoreBugs {
  private StoreBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inStore(
            Component.STORE,
            "version-not-compared",
            "A bag is written whatever its version is by now.",
            VersionNotCompared::new),
        PlantedBug.inStore(
            Component.STORE,
            "version-off-by-one",
            "A bag is written if it was written at most once since it was read.",
            VersionOffByOne::new),
        PlantedBug.inStore(
            Component.STORE,
            "version-kept-without-messages",
            "The version is raised only by transactions that owe messages.",
            VersionKeptWithoutMessages::new),
        PlantedBug.inStore(
            Component.STORE,
            "conflict-taken-as-written",
            "An update that met no row counts as written.",
            ConflictTakenAsWritten::new),
        PlantedBug.inStore(
            Component.STORE,
            "messages-outside-transaction",
            "Messages are noted before the bag is written, and stay if it is not.",
            MessagesOutsideTransaction::new),
        PlantedBug.inStore(
            Component.STORE,
            "due-only-lately",
            "Only what has become due in the last ten seconds is found.",
            DueOnlyLately::new),
        PlantedBug.inStore(
            Component.STORE,
            "due-told-once",
            "What is due is told to one replica, and to nobody else if that one dies.",
            DueToldOnce::new),
        new PlantedBug(
            "clocks-of-their-own",
            Component.REPLICA,
            "Replicas go by their own clocks, and one is ten minutes ahead.",
            new FaultInjectionHooks() {
              @Override
              public BagStateMachine rules(BagStateMachine right) {
                return new ClocksOfTheirOwn(right);
              }
            }),
        new PlantedBug(
            "sender-not-checked",
            Component.REPLICA,
            "A message is believed whoever sent it in whose name.",
            new FaultInjectionHooks() {
              @Override
              public boolean checksSender() {
                return false;
              }
            }));
  }

  /** A store that is right but for what is overridden. */
  private static class Wrapped implements Store {
    final Store right;

    Wrapped(Store right) {
      this.right = right;
    }

    @Override
    public long nowMillis() {
      return right.nowMillis();
    }

    @Override
    public Optional<StoredBag> read(BagId id) {
      return right.read(id);
    }

    @Override
    public boolean commit(Transaction transaction) {
      return right.commit(transaction);
    }

    @Override
    public List<BagId> dueBags(long nowMillis, int limit) {
      return right.dueBags(nowMillis, limit);
    }

    @Override
    public List<OutboxMessage> outbox(int limit) {
      return right.outbox(limit);
    }

    @Override
    public void acknowledge(OutboxMessage.Id id) {
      right.acknowledge(id);
    }

    long version(BagId bag) {
      return right.read(bag).map(StoredBag::version).orElse(StoredBag.ABSENT);
    }

    static Transaction readAt(Transaction transaction, long version) {
      return new Transaction(
          transaction.bag(),
          version,
          transaction.state(),
          transaction.messages(),
          transaction.acceptedResults(),
          transaction.transfers(),
          transaction.historyEvents());
    }
  }

  private static final class VersionNotCompared extends Wrapped {
    VersionNotCompared(Store right) {
      super(right);
    }

    @Override
    public boolean commit(Transaction transaction) {
      return right.commit(readAt(transaction, version(transaction.bag())));
    }
  }

  private static final class VersionOffByOne extends Wrapped {
    VersionOffByOne(Store right) {
      super(right);
    }

    @Override
    public boolean commit(Transaction transaction) {
      long version = version(transaction.bag());
      return right.commit(
          transaction.readVersion() + 1 == version ? readAt(transaction, version) : transaction);
    }
  }

  private static final class VersionKeptWithoutMessages extends Wrapped {
    private final Map<BagId, Long> versions = new HashMap<>();

    VersionKeptWithoutMessages(Store right) {
      super(right);
    }

    @Override
    public Optional<StoredBag> read(BagId id) {
      return right.read(id).map(bag -> new StoredBag(bag.state(), versions.getOrDefault(id, 0L)));
    }

    @Override
    public boolean commit(Transaction transaction) {
      BagId bag = transaction.bag();
      if (versions.getOrDefault(bag, StoredBag.ABSENT) != transaction.readVersion()) {
        return false;
      }
      if (!transaction.messages().isEmpty()) {
        versions.put(bag, transaction.version());
      }
      return right.commit(readAt(transaction, version(bag)));
    }
  }

  private static final class ConflictTakenAsWritten extends Wrapped {
    ConflictTakenAsWritten(Store right) {
      super(right);
    }

    @Override
    public boolean commit(Transaction transaction) {
      right.commit(transaction);
      return true;
    }
  }

  private static final class MessagesOutsideTransaction extends Wrapped {
    private final Map<OutboxMessage.Id, OutboxMessage> owed = new LinkedHashMap<>();

    MessagesOutsideTransaction(Store right) {
      super(right);
    }

    @Override
    public boolean commit(Transaction transaction) {
      boolean written = right.commit(transaction);
      if (!written) {
        transaction.messages().forEach(message -> owed.put(message.id(), message));
      }
      return written;
    }

    @Override
    public List<OutboxMessage> outbox(int limit) {
      List<OutboxMessage> all = new ArrayList<>(owed.values());
      all.addAll(right.outbox(limit));
      return all;
    }

    @Override
    public void acknowledge(OutboxMessage.Id id) {
      owed.remove(id);
      right.acknowledge(id);
    }
  }

  private static final class DueOnlyLately extends Wrapped {
    DueOnlyLately(Store right) {
      super(right);
    }

    @Override
    public List<BagId> dueBags(long nowMillis, int limit) {
      return right.dueBags(nowMillis, limit).stream()
          .filter(
              bag ->
                  right.read(bag).orElseThrow().state().timerMillis()
                      > nowMillis - 10 * Time.SECOND_MILLIS)
          .toList();
    }
  }

  private static final class DueToldOnce extends Wrapped {
    private final Set<BagId> told = new HashSet<>();

    DueToldOnce(Store right) {
      super(right);
    }

    @Override
    public List<BagId> dueBags(long nowMillis, int limit) {
      return right.dueBags(nowMillis, limit).stream().filter(told::add).toList();
    }

    @Override
    public boolean commit(Transaction transaction) {
      boolean written = right.commit(transaction);
      if (written) {
        told.remove(transaction.bag());
      }
      return written;
    }
  }

  /** Every other decision is taken by the replica whose clock is wrong. */
  private static final class ClocksOfTheirOwn implements BagStateMachine {
    private final BagStateMachine right;
    private boolean ahead;

    ClocksOfTheirOwn(BagStateMachine right) {
      this.right = right;
    }

    @Override
    public BagTransition submit(BagId id, Bag bag, AcceptancePolicy mandate, long nowMillis) {
      return right.submit(id, bag, mandate, nowMillis);
    }

    @Override
    public BagTransition handle(BagState state, BagEvent event, long nowMillis) {
      ahead = !ahead;
      return right.handle(state, event, nowMillis + (ahead ? 10 * Time.MINUTE_MILLIS : 0));
    }
  }
}
