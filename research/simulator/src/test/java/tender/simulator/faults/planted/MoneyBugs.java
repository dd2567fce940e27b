package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tender.core.ledger.Transfer;
import tender.core.ledger.Transfer.Kind;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.BagStateMachine;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Money;

/** Mistakes about who is paid what. */
final class MoneyBugs {
  private static final Money MORE = new Money(1);

  private MoneyBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inRules(
            "bill-paid-again",
            "Every bill is paid whole, though it says what all costs so far.",
            (right, state, event, nowMillis) ->
                moving(
                    right.handle(state, event, nowMillis),
                    one ->
                        one.kind() == Kind.CHARGE
                            ? new Transfer(one.part(), Kind.CHARGE, one.total(), one.total())
                            : one)),
        PlantedBug.inRules(
            "bill-not-capped", "A bill is paid though it is more than agreed on.", MoneyBugs::paid),
        PlantedBug.inRules(
            "rest-not-given-back",
            "What a bag holds when it ends stays held.",
            (right, state, event, nowMillis) -> {
              BagTransition transition = right.handle(state, event, nowMillis);
              return transition.state() instanceof BagState.Ended
                  ? without(transition, Kind.RELEASE)
                  : transition;
            }),
        PlantedBug.inRules(
            "lost-keeps-its-money",
            "What was held for a part that others now do is not given back.",
            (right, state, event, nowMillis) -> {
              BagTransition transition = right.handle(state, event, nowMillis);
              return transition.state() instanceof BagState.Open
                  ? without(transition, Kind.RELEASE)
                  : transition;
            }),
        PlantedBug.inRules(
            "held-as-often-as-told",
            "Money is held whenever a part is told to commit, not when that is decided.",
            MoneyBugs::heldAgain));
  }

  private static BagTransition paid(BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition transition = right.handle(state, event, nowMillis);
    if (event instanceof BagEvent.MessageReceived(Message.Results results)
        && results.bill().compareTo(new Money(Long.MAX_VALUE / 2)) > 0) {
      return moving(
          transition,
          one ->
              one.kind() == Kind.CHARGE
                  ? new Transfer(
                      one.part(), Kind.CHARGE, one.amount().plus(MORE), one.total().plus(MORE))
                  : one);
    }
    return transition;
  }

  private static BagTransition heldAgain(
      BagStateMachine right, BagState state, BagEvent event, long nowMillis) {
    BagTransition transition = right.handle(state, event, nowMillis);
    if (!(state instanceof BagState.Open open
        && open.placement().orElse(null) instanceof PlacementState.Committing)) {
      return transition;
    }
    List<BagEffect> effects = new ArrayList<>(transition.effects());
    for (BagEffect effect : transition.effects()) {
      if (effect instanceof BagEffect.Send(var to, Message.Commit commit)) {
        Optional<RunningPart> part = BagStateEdits.part(open, commit.id());
        part.flatMap(RunningPart::contract)
            .ifPresent(
                deal ->
                    effects.add(
                        new BagEffect.TransferMoney(
                            new Transfer(commit.id(), Kind.HOLD, deal.price(), deal.price()))));
      }
    }
    return new BagTransition(transition.state(), effects);
  }

  private static BagTransition without(BagTransition transition, Kind kind) {
    return new BagTransition(
        transition.state(),
        transition.effects().stream()
            .filter(
                effect -> !(effect instanceof BagEffect.TransferMoney(Transfer one) && one.kind() == kind))
            .toList());
  }

  private static BagTransition moving(BagTransition transition, UnaryOperator<Transfer> change) {
    return new BagTransition(
        transition.state(),
        transition.effects().stream()
            .map(
                effect ->
                    effect instanceof BagEffect.TransferMoney(Transfer one)
                        ? new BagEffect.TransferMoney(change.apply(one))
                        : effect)
            .toList());
  }
}
