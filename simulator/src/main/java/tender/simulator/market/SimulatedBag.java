package tender.simulator.market;

import java.util.Optional;
import tender.core.message.Message;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Mandate;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.Promise;
import tender.core.metascheduler.Transition;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.simulator.event.Alarm;

/** A bag in the metascheduler's hands. */
final class SimulatedBag {
  private final ExternalBag external;
  private final Metascheduler metascheduler;
  private final Market market;
  private final Alarm alarm;
  private BagState state;
  private long promisedMillis = Time.NEVER;
  private long startedMillis = Time.NEVER;
  private long endedMillis = Time.NEVER;
  private long busyMillis;
  private int clusters;

  SimulatedBag(ExternalBag external, Metascheduler metascheduler, Market market) {
    this.external = external;
    this.metascheduler = metascheduler;
    this.market = market;
    alarm = new Alarm(market.events(), () -> handle(new BagEvent.Woken()));
    state =
        new BagState.Ended(
            external.id(),
            external.bag(),
            BagState.Ending.CANCELLED,
            TaskSet.empty(),
            Optional.empty(),
            Optional.empty(),
            0);
  }

  void submit() {
    follow(
        metascheduler.submit(
            external.id(),
            external.bag(),
            Mandate.best(external.bag().deadlineMillis()),
            market.events().nowMillis()));
  }

  void receive(Message.ToMetascheduler message) {
    handle(new BagEvent.Received(message));
  }

  ExternalBag external() {
    return external;
  }

  /** Some of its tasks start, which takes them so long. */
  void started(int tasks, long runMillis) {
    startedMillis = Math.min(startedMillis, market.events().nowMillis());
    busyMillis += tasks * runMillis;
  }

  private void handle(BagEvent event) {
    follow(metascheduler.handle(state, event, market.events().nowMillis()));
  }

  private void follow(Transition transition) {
    state = transition.state();
    for (BagEffect effect : transition.effects()) {
      switch (effect) {
        case BagEffect.Send(ProviderId to, Message.ToProvider message) -> market.send(to, message);
        case BagEffect.Promised(Promise promise) -> {
          promisedMillis = promise.byMillis();
          clusters = promise.composition().parts().size();
        }
        case BagEffect.Done(long instantMillis) -> endedMillis = instantMillis;
        case BagEffect.NoPromise(BagEffect.Why why) -> clusters = 0;
        // The outcome says when the bag was promised and when it ended.
        default -> {}
      }
    }
    alarm.setFor(state.wakeMillis());
  }

  Outcome.External outcome() {
    return new Outcome.External(
        external.id(),
        external.bag().tasks(),
        external.runMillis(),
        busyMillis,
        external.bag().submittedMillis(),
        external.bag().deadlineMillis(),
        promisedMillis,
        startedMillis,
        endedMillis,
        clusters);
  }
}
