package tender.core.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tender.core.compose.CompositionPolicies;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/**
 * A bag with many transitions: it is called, reserved, committed and promised, loses a provider, is
 * called again, and ends too late.
 */
final class BagLifecycle {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final ProviderId P2 = new ProviderId("p2");

  private final BagId id;
  private final BagTransactionBuilder transactionBuilder =
      new BagTransactionBuilder(
          new Metascheduler(
              List.of(P1, P2),
              Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
              new TimeoutConfig(100, 1_000, 5_000, 1_000, 10_000)));

  /** A written state and what was read afterwards. */
  record Written(BagState state, BagState read) {}

  BagLifecycle(BagId id) {
    this.id = id;
  }

  /** Runs the bag in a store, like the driver of the metascheduler. */
  List<Written> writtenTo(Store store) {
    List<Written> written = new ArrayList<>();
    Bag bag = new Bag(10, 1, 5, 0, 60);
    write(
        store,
        transactionBuilder.submit(
            store.read(id), id, bag, AcceptancePolicy.acceptAny(bag.deadlineMillis()), 0),
        written);
    long nowMillis = 10;
    for (Message.ToMetascheduler message : messages()) {
      StoredBag stored = store.read(id).orElseThrow();
      write(
          store,
          transactionBuilder.handle(stored, new BagEvent.MessageReceived(message), nowMillis),
          written);
      nowMillis++;
    }
    return written;
  }

  private void write(Store store, Optional<Transaction> transaction, List<Written> written) {
    if (!store.commit(transaction.orElseThrow())) {
      throw new AssertionError("Refused without a concurrent writer: " + transaction);
    }
    written.add(new Written(transaction.get().state(), store.read(id).orElseThrow().state()));
  }

  private List<Message.ToMetascheduler> messages() {
    CallId first = new CallId(id, 1);
    CallId second = new CallId(id, 2);
    ReservationId held1 = new ReservationId(first, 1, P1);
    ReservationId held2 = new ReservationId(first, 1, P2);
    ReservationId again = new ReservationId(second, 1, P2);
    return List.of(
        offers(first, P1, 6, 50),
        offers(first, P2, 6, 50),
        new Message.Reserved(held1, 99),
        new Message.Reserved(held2, 99),
        new Message.Committed(held1),
        new Message.Committed(held2),
        new Message.Results(held2, TaskSet.range(7, 9), 15),
        new Message.Results(held2, TaskSet.range(6, 10), 16),
        new Message.Refused(held1, Message.RefusalReason.LEASE_EXPIRED, List.of()),
        offers(second, P2, 6, 500),
        new Message.Reserved(again, 100),
        new Message.Committed(again),
        new Message.Results(again, TaskSet.range(0, 6), 490));
  }

  private static Message.Offers offers(
      CallId call, ProviderId provider, int tasks, long completionMillis) {
    return new Message.Offers(
        call,
        provider,
        0,
        List.of(Offer.free(provider, tasks, completionMillis)),
        Disclosure.NOTHING,
        1,
        1_000);
  }
}
