package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** Calls providers for offers, for a whole bag or for its remaining tasks. */
record ProviderCalls(List<ProviderId> providers, TimeoutConfig timeouts, int penaltyPermille) {
  /** Calls all providers that are not distrusted, in parallel. */
  void call(
      BagBuilder bag,
      TaskSet requestedTasks,
      Optional<Breach.ProviderFault> originalFault,
      long nowMillis) {
    call(bag, requestedTasks, originalFault, trustedProviders(bag), Optional.empty(), nowMillis);
  }

  /** Calls these providers for offers. */
  void call(
      BagBuilder bag,
      TaskSet requestedTasks,
      Optional<Breach.ProviderFault> originalFault,
      List<ProviderId> calledProviders,
      Optional<PlacementState.EstimateStatus> estimateStatus,
      long nowMillis) {
    // Results that were presumed lost may have arrived since.
    TaskSet tasks = requestedTasks.minus(bag.doneTasks);
    if (tasks.isEmpty()) {
      bag.placement = Optional.empty();
      return;
    }
    CallId id = new CallId(bag.id, ++bag.callCount);
    Bag requested = bag.bag.subBag(tasks.size(), bag.deadlineMillis());
    for (ProviderId provider : calledProviders) {
      bag.send(
          provider,
          new Message.Call(id, requested, penaltyPermille, bag.acceptancePolicy.bidStrategy()));
    }
    bag.effects.add(new BagEffect.OffersRequested(calledProviders));
    bag.placement =
        Optional.of(
            new PlacementState.CollectingOffers(
                id,
                tasks,
                originalFault,
                calledProviders,
                new LinkedHashMap<>(),
                estimateStatus,
                nowMillis,
                nowMillis + timeouts.answerTimeoutMillis(),
                penaltyPermille));
  }

  /** All providers except distrusted ones; if all are distrusted, they get another chance. */
  List<ProviderId> trustedProviders(BagBuilder bag) {
    List<ProviderId> trusted = new ArrayList<>(providers);
    trusted.removeAll(bag.distrustedProviders);
    if (trusted.isEmpty()) {
      bag.distrustedProviders.clear();
      return providers;
    }
    return trusted;
  }
}
