package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.simulator.faults.FaultInjectionHooks;
import tender.simulator.faults.planted.PlantedBug.Component;

/** Bugs of the store, and of the replicas that read and write it. */
final class StoreBugs {
  private StoreBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inStore(
            Component.STORE,
            "version-not-compared",
            "A bag is written without comparing its version.",
            VersionNotCompared::new),
        PlantedBug.inStore(
            Component.STORE,
            "version-off-by-one",
            "A bag is written even if it was written once since it was read.",
            VersionOffByOne::new),
        PlantedBug.inStore(
            Component.STORE,
            "version-kept-without-messages",
            "Only transactions with outbox messages increment the version.",
            VersionKeptWithoutMessages::new),
        PlantedBug.inStore(
            Component.STORE,
            "conflict-taken-as-written",
            "An update that changed no row counts as written.",
            ConflictTakenAsWritten::new),
        PlantedBug.inStore(
            Component.STORE,
            "messages-outside-transaction",
            "Messages are stored before the bag, and stay if the bag's write fails.",
            MessagesOutsideTransaction::new),
        PlantedBug.inStore(
            Component.STORE,
            "only-recently-due",
            "Only bags that became due in the last ten seconds are found.",
            OnlyRecentlyDue::new),
        PlantedBug.inStore(
            Component.STORE,
            "due-reported-once",
            "A due bag is reported to one replica, and to no other if that one crashes.",
            DueReportedOnce::new),
        new PlantedBug(
            "replicas-use-own-clocks",
            Component.REPLICA,
            "Replicas use their own clocks, and one is ten minutes ahead.",
            new FaultInjectionHooks() {
              @Override
              public BagStateMachine rules(BagStateMachine correct) {
                return new ReplicasUseOwnClocks(correct);
              }
            }),
        new PlantedBug(
            "sender-not-checked",
            Component.REPLICA,
            "A message is accepted without checking its sender.",
            new FaultInjectionHooks() {
              @Override
              public boolean checksSender() {
                return false;
              }
            }));
  }

  /** A correct store, except for the overridden methods. */
  static class Wrapped implements Store {
    final Store correct;

    Wrapped(Store correct) {
      this.correct = correct;
    }

    @Override
    public long nowMillis() {
      return correct.nowMillis();
    }

    @Override
    public Optional<StoredBag> read(BagId id) {
      return correct.read(id);
    }

    @Override
    public boolean commit(Transaction transaction) {
      return correct.commit(transaction);
    }

    @Override
    public List<BagId> dueBags(long nowMillis, int limit) {
      return correct.dueBags(nowMillis, limit);
    }

    @Override
    public List<OutboxMessage> outbox(int limit) {
      return correct.outbox(limit);
    }

    @Override
    public void acknowledge(ProviderId from, OutboxMessage.Id id) {
      correct.acknowledge(from, id);
    }

    long version(BagId bag) {
      return correct.read(bag).map(StoredBag::version).orElse(StoredBag.ABSENT);
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
    VersionNotCompared(Store correct) {
      super(correct);
    }

    @Override
    public boolean commit(Transaction transaction) {
      return correct.commit(readAt(transaction, version(transaction.bag())));
    }
  }

  private static final class VersionOffByOne extends Wrapped {
    VersionOffByOne(Store correct) {
      super(correct);
    }

    @Override
    public boolean commit(Transaction transaction) {
      long version = version(transaction.bag());
      return correct.commit(
          transaction.readVersion() + 1 == version ? readAt(transaction, version) : transaction);
    }
  }

  private static final class VersionKeptWithoutMessages extends Wrapped {
    private final Map<BagId, Long> versions = new HashMap<>();

    VersionKeptWithoutMessages(Store correct) {
      super(correct);
    }

    @Override
    public Optional<StoredBag> read(BagId id) {
      return correct.read(id).map(bag -> new StoredBag(bag.state(), versions.getOrDefault(id, 0L)));
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
      return correct.commit(readAt(transaction, version(bag)));
    }
  }

  private static final class ConflictTakenAsWritten extends Wrapped {
    ConflictTakenAsWritten(Store correct) {
      super(correct);
    }

    @Override
    public boolean commit(Transaction transaction) {
      correct.commit(transaction);
      return true;
    }
  }

  private static final class MessagesOutsideTransaction extends Wrapped {
    private final Map<OutboxMessage.Id, OutboxMessage> outbox = new LinkedHashMap<>();

    MessagesOutsideTransaction(Store correct) {
      super(correct);
    }

    @Override
    public boolean commit(Transaction transaction) {
      boolean written = correct.commit(transaction);
      if (!written) {
        transaction.messages().forEach(message -> outbox.put(message.id(), message));
      }
      return written;
    }

    @Override
    public List<OutboxMessage> outbox(int limit) {
      List<OutboxMessage> all = new ArrayList<>(outbox.values());
      all.addAll(correct.outbox(limit));
      return all;
    }

    @Override
    public void acknowledge(ProviderId from, OutboxMessage.Id id) {
      outbox.remove(id);
      correct.acknowledge(from, id);
    }
  }

  private static final class OnlyRecentlyDue extends Wrapped {
    OnlyRecentlyDue(Store correct) {
      super(correct);
    }

    @Override
    public List<BagId> dueBags(long nowMillis, int limit) {
      return correct.dueBags(nowMillis, limit).stream()
          .filter(
              bag ->
                  correct.read(bag).orElseThrow().state().timerMillis()
                      > nowMillis - 10 * Time.SECOND_MILLIS)
          .toList();
    }
  }

  private static final class DueReportedOnce extends Wrapped {
    private final Set<BagId> reported = new HashSet<>();

    DueReportedOnce(Store correct) {
      super(correct);
    }

    @Override
    public List<BagId> dueBags(long nowMillis, int limit) {
      return correct.dueBags(nowMillis, limit).stream().filter(reported::add).toList();
    }

    @Override
    public boolean commit(Transaction transaction) {
      boolean written = correct.commit(transaction);
      if (written) {
        reported.remove(transaction.bag());
      }
      return written;
    }
  }

  /** Makes every other decision with a wrong clock. */
  private static final class ReplicasUseOwnClocks implements BagStateMachine {
    private final BagStateMachine correct;
    private boolean ahead;

    ReplicasUseOwnClocks(BagStateMachine correct) {
      this.correct = correct;
    }

    @Override
    public BagTransition submit(BagId id, Bag bag, AcceptancePolicy policy, long nowMillis) {
      return correct.submit(id, bag, policy, nowMillis);
    }

    @Override
    public BagTransition handle(BagState state, BagEvent event, long nowMillis) {
      ahead = !ahead;
      return correct.handle(state, event, nowMillis + (ahead ? 10 * Time.MINUTE_MILLIS : 0));
    }
  }
}
