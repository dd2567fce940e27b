package tender.simulator.faults.planted;

import java.util.List;
import tender.core.ledger.Transfer;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagStateMachine;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.simulator.faults.FaultInjectionHooks;

/** Bugs with users who cannot pay. */
final class FundsBugs {
  private FundsBugs() {}

  static List<PlantedBug> all() {
    return List.of(
        new PlantedBug(
            "funds-not-checked",
            PlantedBug.Component.STORE,
            "A hold is written although the user's account cannot cover it.",
            new FaultInjectionHooks() {
              @Override
              public boolean checksFunds() {
                return false;
              }
            }),
        new PlantedBug(
            "unpaid-part-committed",
            PlantedBug.Component.METASCHEDULER,
            "Parts whose hold was refused are committed without it.",
            new FaultInjectionHooks() {
              @Override
              public BagStateMachine rules(BagStateMachine correct) {
                return new UnpaidPartCommitted(correct);
              }
            }));
  }

  /** The refusal comes directly before the event that leads to the hold. */
  private static final class UnpaidPartCommitted implements BagStateMachine {
    private final BagStateMachine correct;
    private boolean isRefused;

    UnpaidPartCommitted(BagStateMachine correct) {
      this.correct = correct;
    }

    @Override
    public BagTransition submit(BagId id, Bag bag, AcceptancePolicy policy, long nowMillis) {
      return correct.submit(id, bag, policy, nowMillis);
    }

    @Override
    public BagTransition handle(BagState state, BagEvent event, long nowMillis) {
      if (event instanceof BagEvent.InsufficientFunds) {
        isRefused = true;
        return new BagTransition(state, List.of());
      }
      BagTransition transition = correct.handle(state, event, nowMillis);
      if (!isRefused) {
        return transition;
      }
      isRefused = false;
      List<BagEffect> effects =
          transition.effects().stream().filter(effect -> !isHold(effect)).toList();
      return new BagTransition(transition.state(), effects);
    }

    private static boolean isHold(BagEffect effect) {
      return effect instanceof BagEffect.TransferMoney(Transfer transfer)
          && transfer.kind() == Transfer.Kind.HOLD;
    }
  }
}
