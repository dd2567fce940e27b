package tender.simulator.market;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tender.core.chain.ChainEffect;
import tender.core.chain.ChainEvent;
import tender.core.chain.ChainMachine;
import tender.core.chain.ChainState;
import tender.core.chain.ChainTransition;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.simulator.event.EventQueue;
import tender.simulator.event.VirtualTimer;

/** A chain, driven through its state machine. Its user accepts each quote. */
final class SimulatedChain {
  private final ExternalChain external;
  private final ChainMachine machine;
  private final MarketSimulation market;
  private final VirtualTimer timer;
  private final Map<BagId, SimulatedBag> bags = new LinkedHashMap<>();
  private Optional<ChainState> state = Optional.empty();

  SimulatedChain(ExternalChain external, ChainMachine machine, MarketSimulation market) {
    this.external = external;
    this.machine = machine;
    this.market = market;
    timer = new VirtualTimer(market.events(), () -> handle(new ChainEvent.TimerFired()));
  }

  void submit() {
    apply(
        machine.submit(
            external.plan(), external.deadlineMillis(), Optional.empty(), false, nowMillis()));
  }

  ChainState state() {
    return state.orElseThrow();
  }

  private long nowMillis() {
    return market.events().nowMillis();
  }

  /** Effects of bags may come from effects of the chain, so each event has its own turn. */
  private void enqueue(ChainEvent event) {
    market.events().add(nowMillis(), EventQueue.Kind.MESSAGE, () -> handle(event));
  }

  private void handle(ChainEvent event) {
    apply(machine.handle(state(), event, nowMillis()));
    if (state().phase() == ChainState.Phase.QUOTED) {
      enqueue(new ChainEvent.QuoteAccepted());
    }
  }

  private void apply(ChainTransition transition) {
    state = Optional.of(transition.state());
    transition.effects().forEach(this::perform);
    timer.setFor(state().timerMillis());
  }

  private void perform(ChainEffect effect) {
    switch (effect) {
      case ChainEffect.RequestQuote(int stage, int attempt) ->
          submitBag(
              effect,
              external.stages().get(stage).tasks(),
              AcceptancePolicy.alwaysAsk(nowMillis()),
              new QuoteObserver(stage, attempt, nowMillis()));
      case ChainEffect.EndQuote _, ChainEffect.CancelStage _ ->
          bag(effect).handle(new BagEvent.CancelRequested());
      case ChainEffect.SubmitStage(int stage, int attempt, TaskSet tasks, long deadline, var _) ->
          submitBag(
              effect,
              tasks.size(),
              AcceptancePolicy.acceptWithin(deadline, AcceptancePolicy.anyPrice()),
              new StageObserver(stage, attempt, tasks));
      case ChainEffect.AcceptOffer(int _, int _, long completionMillis, Money price) ->
          bag(effect).handle(new BagEvent.QuoteAccepted(completionMillis, price));
    }
  }

  private BagId bagId(ChainEffect effect) {
    return new BagId(external.id() + "." + effect.stage() + "." + effect.attempt());
  }

  private SimulatedBag bag(ChainEffect effect) {
    return Objects.requireNonNull(bags.get(bagId(effect)));
  }

  private void submitBag(
      ChainEffect effect, int tasks, AcceptancePolicy policy, SimulatedBag.Observer observer) {
    ExternalChain.StageBag stage = external.stages().get(effect.stage());
    ExternalBag bag =
        new ExternalBag(
            bagId(effect),
            new Bag(tasks, 1, stage.estimateMillis(), nowMillis(), policy.deadlineMillis()),
            stage.runMillis());
    SimulatedBag simulated = market.add(bag, policy, observer);
    bags.put(bag.id(), simulated);
    simulated.submit();
  }

  /** The bag of a quote. */
  private final class QuoteObserver implements SimulatedBag.Observer {
    private final int stage;
    private final int attempt;
    private final long submittedMillis;

    QuoteObserver(int stage, int attempt, long submittedMillis) {
      this.stage = stage;
      this.attempt = attempt;
      this.submittedMillis = submittedMillis;
    }

    @Override
    public void observed(BagEffect effect) {
      if (effect instanceof BagEffect.QuoteReady quote) {
        enqueue(
            new ChainEvent.StageQuoted(
                stage,
                attempt,
                quote.composition().completionMillis() - submittedMillis,
                quote.composition().price()));
      } else if (effect instanceof BagEffect.NoPromise) {
        enqueue(ended(stage, attempt, ChainEvent.Result.NOT_PROMISED, TaskSet.empty()));
      }
    }
  }

  private ChainEvent ended(int stage, int attempt, ChainEvent.Result result, TaskSet succeeded) {
    return new ChainEvent.StageEnded(stage, attempt, result, succeeded, Money.ZERO, nowMillis());
  }

  /** The bag that runs a stage. */
  private final class StageObserver implements SimulatedBag.Observer {
    private final int stage;
    private final int attempt;
    private final TaskSet tasks;
    private boolean isPromised;

    StageObserver(int stage, int attempt, TaskSet tasks) {
      this.stage = stage;
      this.attempt = attempt;
      this.tasks = tasks;
    }

    @Override
    public void observed(BagEffect effect) {
      switch (effect) {
        case BagEffect.QuoteReady quote ->
            enqueue(
                new ChainEvent.StageOffered(
                    stage,
                    attempt,
                    quote.composition().completionMillis(),
                    quote.composition().price()));
        case BagEffect.PromiseMade made -> {
          isPromised = true;
          enqueue(
              new ChainEvent.StagePromised(
                  stage,
                  attempt,
                  made.promise().completionMillis(),
                  made.promise().composition().price()));
        }
        case BagEffect.PartRescheduled moved ->
            enqueue(new ChainEvent.StageForecast(stage, attempt, moved.toMillis()));
        case BagEffect.BagCompleted _ ->
            enqueue(ended(stage, attempt, ChainEvent.Result.COMPLETED, tasks));
        case BagEffect.NoPromise _ ->
            enqueue(
                ended(
                    stage,
                    attempt,
                    isPromised ? ChainEvent.Result.GIVEN_UP : ChainEvent.Result.NOT_PROMISED,
                    TaskSet.empty()));
        // The chain needs only the promise and the end.
        default -> {}
      }
    }
  }
}
