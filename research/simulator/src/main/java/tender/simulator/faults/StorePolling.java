package tender.simulator.faults;

import java.util.List;
import tender.core.model.Time;
import tender.core.store.StoredBag;
import tender.simulator.faults.seed.SimulationContext;
import tender.simulator.faults.store.InMemoryStore;

/** When replicas look into the store for timers that are due, and for messages to send again. */
final class StorePolling {
  private static final long FIRST_RESEND_MILLIS = 5_000;
  private static final int RESEND_DOUBLINGS = 8;
  private static final long SHORTEST_POLL_MILLIS = 200;

  private final SimulationContext context;
  private final InMemoryStore store;
  private final List<Replica> replicas;
  private int resends;
  private boolean pollPlanned;
  private boolean resendPlanned;

  StorePolling(SimulationContext context, InMemoryStore store, List<Replica> replicas) {
    this.context = context;
    this.store = store;
    this.replicas = replicas;
  }

  /** Due bags and the outbox may have changed. */
  void storeChanged() {
    resends = 0;
    planPoll();
    planResend();
  }

  /** Replicas poll the store when the next timer is due. */
  void planPoll() {
    if (pollPlanned) {
      return;
    }
    long timerMillis = Time.NEVER;
    for (StoredBag bag : store.bags().values()) {
      timerMillis = Math.min(timerMillis, bag.state().timerMillis());
    }
    if (timerMillis != Time.NEVER) {
      pollPlanned = true;
      context.after(Math.max(SHORTEST_POLL_MILLIS, timerMillis - store.nowMillis()), this::poll);
    }
  }

  private void poll() {
    pollPlanned = false;
    replicas.forEach(Replica::fireDueTimers);
    planPoll();
  }

  /** Resends with growing delays while the outbox is not empty. */
  private void planResend() {
    if (!resendPlanned && !store.isOutboxEmpty()) {
      resendPlanned = true;
      context.after(FIRST_RESEND_MILLIS << Math.min(resends, RESEND_DOUBLINGS), this::resend);
    }
  }

  private void resend() {
    resendPlanned = false;
    resends++;
    context.random().pick(replicas).resendOutbox();
    planResend();
  }
}
