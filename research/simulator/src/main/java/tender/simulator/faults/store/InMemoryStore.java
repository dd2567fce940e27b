package tender.simulator.faults.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.store.OutboxMessage;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** A store that never fails and keeps everything in memory. */
public final class InMemoryStore implements Store {
  private static final long MAX_PROMISED_MILLIS = 30 * Time.DAY_MILLIS;

  private final LongSupplier clock;
  private final Consumer<Transaction> transfers;
  private final Predicate<Message.ToProvider> isStored;
  private final Map<BagId, StoredBag> bags = new LinkedHashMap<>();
  private final Map<OutboxMessage.Id, OutboxMessage> outbox = new LinkedHashMap<>();

  /** For users who can pay everything. */
  public InMemoryStore(LongSupplier clock) {
    this(clock, transaction -> {}, message -> true);
  }

  /**
   * @param transfers posts the transfers of a transaction, or throws {@link InsufficientFunds}
   * @param isStored whether a message is stored until it is acknowledged; others are sent once
   */
  public InMemoryStore(
      LongSupplier clock, Consumer<Transaction> transfers, Predicate<Message.ToProvider> isStored) {
    this.clock = clock;
    this.transfers = transfers;
    this.isStored = isStored;
  }

  @Override
  public long nowMillis() {
    return clock.getAsLong();
  }

  @Override
  public Optional<StoredBag> read(BagId id) {
    return Optional.ofNullable(bags.get(id));
  }

  @Override
  public boolean commit(Transaction transaction) {
    StoredBag present = bags.get(transaction.bag());
    long version = present == null ? StoredBag.ABSENT : present.version();
    if (version != transaction.readVersion()) {
      return false;
    }
    transfers.accept(transaction);
    write(transaction);
    return true;
  }

  private void write(Transaction transaction) {
    bags.put(transaction.bag(), new StoredBag(transaction.state(), transaction.version()));
    for (OutboxMessage message : transaction.messages()) {
      if (isStored.test(message.message())) {
        outbox.put(message.id(), message);
      }
    }
  }

  @Override
  public List<BagId> dueBags(long nowMillis, int limit) {
    List<BagState> due = new ArrayList<>();
    for (StoredBag bag : bags.values()) {
      if (bag.state().timerMillis() <= nowMillis) {
        due.add(bag.state());
      }
    }
    due.sort(Comparator.comparingLong(BagState::timerMillis));
    return due.stream().limit(limit).map(BagState::id).toList();
  }

  @Override
  public List<OutboxMessage> outbox(int limit) {
    return outbox.values().stream().limit(limit).toList();
  }

  @Override
  public void acknowledge(ProviderId from, OutboxMessage.Id id) {
    OutboxMessage message = outbox.get(id);
    if (message != null && message.to().equals(from)) {
      outbox.remove(id);
    }
  }

  /** All bags, in the order of their first write. */
  public Map<BagId, StoredBag> bags() {
    return bags;
  }

  public Optional<OutboxMessage> unacknowledged(OutboxMessage.Id id) {
    return Optional.ofNullable(outbox.get(id));
  }

  public boolean isOutboxEmpty() {
    return outbox.isEmpty();
  }

  /**
   * When the last part of an open bag is promised to end. A single small site that is left may have
   * promised much work, and needs a day for it; a month is an error.
   */
  public long latestPromisedMillis() {
    long latestMillis = 0;
    for (StoredBag bag : bags().values()) {
      if (bag.state() instanceof BagState.Open open) {
        for (RunningPart part : open.parts()) {
          latestMillis = Math.max(latestMillis, part.completionMillis());
        }
      }
    }
    return Math.min(latestMillis, MAX_PROMISED_MILLIS);
  }
}
