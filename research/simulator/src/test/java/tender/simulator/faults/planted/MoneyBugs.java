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
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.Money;

/** Bugs in holds and charges. */
final class MoneyBugs {
  private static final Money MORE = new Money(1);

  private MoneyBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        PlantedBug.inRules(
            "bill-charged-again",
            "Every bill is charged in full, although a bill states the total so far.",
            (correct, state, event, nowMillis) ->
                withTransfers(
                    correct.handle(state, event, nowMillis),
                    transfer ->
                        transfer.kind() == Kind.CHARGE
                            ? new Transfer(
                                transfer.part(), Kind.CHARGE, transfer.total(), transfer.total())
                            : transfer)),
        PlantedBug.inRules(
            "bill-not-capped",
            "A bill is charged even if it exceeds the agreed price.",
            MoneyBugs::billNotCapped),
        PlantedBug.inRules(
            "remaining-hold-not-released",
            "The remaining hold of an ended bag is not released.",
            (correct, state, event, nowMillis) -> {
              BagTransition transition = correct.handle(state, event, nowMillis);
              return transition.state() instanceof BagState.Ended
                  ? without(transition, Kind.RELEASE)
                  : transition;
            }),
        PlantedBug.inRules(
            "lost-part-hold-kept",
            "The hold of a part that was replaced is not released.",
            (correct, state, event, nowMillis) -> {
              BagTransition transition = correct.handle(state, event, nowMillis);
              return transition.state() instanceof BagState.Open
                  ? without(transition, Kind.RELEASE)
                  : transition;
            }),
        PlantedBug.inRules(
            "hold-repeated-with-commit",
            "Money is held with every commit message, not once with the decision.",
            MoneyBugs::holdRepeated));
  }

  private static BagTransition billNotCapped(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition transition = correct.handle(state, event, nowMillis);
    if (event instanceof BagEvent.MessageReceived(Message.Results results)
        && results.bill().compareTo(new Money(Long.MAX_VALUE / 2)) > 0) {
      return withTransfers(
          transition,
          transfer ->
              transfer.kind() == Kind.CHARGE
                  ? new Transfer(
                      transfer.part(),
                      Kind.CHARGE,
                      transfer.amount().plus(MORE),
                      transfer.total().plus(MORE))
                  : transfer);
    }
    return transition;
  }

  private static BagTransition holdRepeated(
      BagStateMachine correct, BagState state, BagEvent event, long nowMillis) {
    BagTransition transition = correct.handle(state, event, nowMillis);
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
                contract ->
                    effects.add(
                        new BagEffect.TransferMoney(
                            new Transfer(
                                commit.id(), Kind.HOLD, contract.price(), contract.price()))));
      }
    }
    return new BagTransition(transition.state(), effects);
  }

  private static BagTransition without(BagTransition transition, Kind kind) {
    return new BagTransition(
        transition.state(),
        transition.effects().stream()
            .filter(
                effect ->
                    !(effect instanceof BagEffect.TransferMoney(Transfer transfer)
                        && transfer.kind() == kind))
            .toList());
  }

  private static BagTransition withTransfers(
      BagTransition transition, UnaryOperator<Transfer> change) {
    return new BagTransition(
        transition.state(),
        transition.effects().stream()
            .map(
                effect ->
                    effect instanceof BagEffect.TransferMoney(Transfer transfer)
                        ? new BagEffect.TransferMoney(change.apply(transfer))
                        : effect)
            .toList());
  }
}
