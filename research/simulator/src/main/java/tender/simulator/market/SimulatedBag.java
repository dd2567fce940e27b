package tender.simulator.market;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.Promise;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.simulator.event.VirtualTimer;

/** A bag, driven through the metascheduler's state machine. */
final class SimulatedBag {
  private final ExternalBag external;
  private final SimulatedDirectory directory;
  private final MarketSimulation market;
  private final AcceptancePolicy policy;
  private final Observer observer;
  private final VirtualTimer timer;
  private BagState state;
  private long promisedMillis = Time.NEVER;
  private long startedMillis = Time.NEVER;
  private long endedMillis = Time.NEVER;
  private long busyMillis;
  private int providers;
  private int calledProviders;
  private Money price = Money.ZERO;

  /** Sees the effects of a bag, after they were carried out. */
  interface Observer {
    void observed(BagEffect effect);
  }

  /** A bag whose user accepts any promise. */
  SimulatedBag(ExternalBag external, SimulatedDirectory directory, MarketSimulation market) {
    this(
        external,
        AcceptancePolicy.acceptAny(external.bag().deadlineMillis()),
        directory,
        market,
        _ -> {});
  }

  SimulatedBag(
      ExternalBag external,
      AcceptancePolicy policy,
      SimulatedDirectory directory,
      MarketSimulation market,
      Observer observer) {
    this.external = external;
    this.policy = policy;
    this.directory = directory;
    this.market = market;
    this.observer = observer;
    timer = new VirtualTimer(market.events(), () -> handle(new BagEvent.TimerFired()));
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
    apply(
        metascheduler().submit(external.id(), external.bag(), policy, market.events().nowMillis()));
  }

  void receive(Message.ToMetascheduler message) {
    handle(new BagEvent.MessageReceived(message));
  }

  ExternalBag external() {
    return external;
  }

  /** Some tasks of the bag start and will run for a time. */
  void started(int tasks, long runMillis) {
    startedMillis = Math.min(startedMillis, market.events().nowMillis());
    busyMillis += tasks * runMillis;
  }

  void handle(BagEvent event) {
    BagState before = state;
    apply(metascheduler().handle(state, event, market.events().nowMillis()));
    directory.bagChanged(before, state, market.events().nowMillis());
  }

  private Metascheduler metascheduler() {
    return directory.metascheduler(market.events().nowMillis());
  }

  private void apply(BagTransition transition) {
    state = transition.state();
    for (BagEffect effect : transition.effects()) {
      switch (effect) {
        case BagEffect.Send(ProviderId to, Message.ToProvider message) -> market.send(to, message);
        case BagEffect.PromiseMade(Promise promise, var _) -> {
          promisedMillis = promise.completionMillis();
          providers = promise.composition().parts().size();
          price = promise.composition().price();
        }
        case BagEffect.OffersRequested(List<ProviderId> called, int _) ->
            calledProviders += called.size();
        case BagEffect.BagCompleted(long instantMillis) -> endedMillis = instantMillis;
        case BagEffect.NoPromise _ -> providers = 0;
        // The outcome needs only the promise and the end.
        default -> {}
      }
      observer.observed(effect);
    }
    timer.setFor(state.timerMillis());
  }

  CallOutcome callOutcome() {
    return new CallOutcome(external.id(), calledProviders, price);
  }

  MarketOutcome.BagOutcome outcome() {
    return new MarketOutcome.BagOutcome(
        external.id(),
        external.bag().tasks(),
        external.runMillis(),
        busyMillis,
        external.bag().submittedMillis(),
        external.bag().deadlineMillis(),
        promisedMillis,
        startedMillis,
        endedMillis,
        providers);
  }
}
