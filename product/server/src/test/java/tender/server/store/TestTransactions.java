package tender.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.OutboxMessage;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

/** Transactions for tests. */
public final class TestTransactions {
  private TestTransactions() {}

  public static ProviderId provider(int index) {
    return new ProviderId("provider" + index);
  }

  public static ReservationId part(BagId bag, ProviderId provider) {
    return new ReservationId(new CallId(bag, 1), 1, provider);
  }

  /** A new bag with messages to several providers. */
  public static Transaction called(BagId bag, int messages) {
    return written(bag, StoredBag.ABSENT, messages);
  }

  /** A new version of a bag with messages to several providers. */
  public static Transaction written(BagId bag, long readVersion, int messages) {
    List<OutboxMessage> outbox = new ArrayList<>();
    for (int i = 0; i < messages; i++) {
      OutboxMessage.Id id = new OutboxMessage.Id(bag, readVersion + 1, i);
      outbox.add(new OutboxMessage(id, provider(i), new Message.Release(part(bag, provider(i)))));
    }
    return new Transaction(
        bag, readVersion, state(bag, readVersion), outbox, List.of(), List.of(), List.of());
  }

  /** A new version of a bag that accepts results of a reservation. */
  public static Transaction accepted(
      BagId bag, long readVersion, ReservationId part, TaskSet tasks) {
    return new Transaction(
        bag,
        readVersion,
        state(bag, readVersion),
        List.of(),
        List.of(new Transaction.AcceptedResults(part, tasks)),
        List.of(),
        List.of());
  }

  public static BagState state(BagId bag, long timerMillis) {
    return new BagState.Open(
        bag,
        new Bag(5, 1, 100, 0, 1_000),
        AcceptancePolicy.acceptAny(1_000),
        Optional.empty(),
        TaskSet.empty(),
        List.of(),
        Optional.of(new PlacementState.BackingOff(TaskSet.first(5), Optional.empty(), timerMillis)),
        List.of(),
        1,
        1,
        0,
        Optional.empty(),
        Money.ZERO);
  }
}
