package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tender.core.ledger.Transfer;
import tender.core.ledger.Transfer.Kind;
import tender.core.message.Message;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagRules;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.RunningPart;
import tender.core.metascheduler.Tender;
import tender.core.metascheduler.Transition;
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
              Transition transition = right.handle(state, event, nowMillis);
              return transition.state() instanceof BagState.Ended
                  ? without(transition, Kind.RELEASE)
                  : transition;
            }),
        PlantedBug.inRules(
            "lost-keeps-its-money",
            "What was held for a part that others now do is not given back.",
            (right, state, event, nowMillis) -> {
              Transition transition = right.handle(state, event, nowMillis);
              return transition.state() instanceof BagState.Open
                  ? without(transition, Kind.RELEASE)
                  : transition;
            }),
        PlantedBug.inRules(
            "held-as-often-as-told",
            "Money is held whenever a part is told to commit, not when that is decided.",
            MoneyBugs::heldAgain));
  }

  private static Transition paid(BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition transition = right.handle(state, event, nowMillis);
    if (event instanceof BagEvent.Received(Message.Results results)
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

  private static Transition heldAgain(
      BagRules right, BagState state, BagEvent event, long nowMillis) {
    Transition transition = right.handle(state, event, nowMillis);
    if (!(state instanceof BagState.Open open
        && open.tender().orElse(null) instanceof Tender.Committing)) {
      return transition;
    }
    List<BagEffect> effects = new ArrayList<>(transition.effects());
    for (BagEffect effect : transition.effects()) {
      if (effect instanceof BagEffect.Send(var to, Message.Commit commit)) {
        Optional<RunningPart> part = OpenBag.part(open, commit.id());
        part.flatMap(RunningPart::deal)
            .ifPresent(
                deal ->
                    effects.add(
                        new BagEffect.Moves(
                            new Transfer(commit.id(), Kind.HOLD, deal.price(), deal.price()))));
      }
    }
    return new Transition(transition.state(), effects);
  }

  private static Transition without(Transition transition, Kind kind) {
    return new Transition(
        transition.state(),
        transition.effects().stream()
            .filter(
                effect -> !(effect instanceof BagEffect.Moves(Transfer one) && one.kind() == kind))
            .toList());
  }

  private static Transition moving(Transition transition, UnaryOperator<Transfer> change) {
    return new Transition(
        transition.state(),
        transition.effects().stream()
            .map(
                effect ->
                    effect instanceof BagEffect.Moves(Transfer one)
                        ? new BagEffect.Moves(change.apply(one))
                        : effect)
            .toList());
  }
}
