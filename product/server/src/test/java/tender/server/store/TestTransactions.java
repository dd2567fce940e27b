package tender.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.OutboxMessage;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** Transactions to write. */
final class TestTransactions {
  private TestTransactions() {}

  static ProviderId provider(int index) {
    return new ProviderId("provider" + index);
  }

  static ReservationId part(BagId bag, ProviderId provider) {
    return new ReservationId(new CallId(bag, 1), 1, provider);
  }

  /** A new bag, with a message to each of some providers. */
  static Transaction called(BagId bag, int messages) {
    return written(bag, StoredBag.ABSENT, messages);
  }

  /** A bag after another version was read, with a message to each of some providers. */
  static Transaction written(BagId bag, long readVersion, int messages) {
    List<OutboxMessage> owed = new ArrayList<>();
    for (int i = 0; i < messages; i++) {
      OutboxMessage.Id id = new OutboxMessage.Id(bag, readVersion + 1, i);
      owed.add(new OutboxMessage(id, provider(i), new Message.Reserve(part(bag, provider(i)), 5, 9)));
    }
    return new Transaction(bag, readVersion, state(bag, readVersion), owed, List.of(), List.of());
  }

  /** A bag in which results of a reservation count. */
  static Transaction counted(BagId bag, long readVersion, ReservationId by, TaskSet tasks) {
    return new Transaction(
        bag,
        readVersion,
        state(bag, readVersion),
        List.of(),
        List.of(new Transaction.AcceptedResults(by, tasks)),
        List.of());
  }

  static BagState state(BagId bag, long wakeMillis) {
    return new BagState.Open(
        bag,
        new Bag(5, 1, 100, 0, 1_000),
        AcceptancePolicy.acceptAny(1_000),
        Optional.empty(),
        TaskSet.empty(),
        List.of(),
        Optional.of(new PlacementState.BackingOff(TaskSet.first(5), Optional.empty(), wakeMillis)),
        List.of(),
        1,
        1,
        0,
        Optional.empty(),
        Money.ZERO);
  }
}
