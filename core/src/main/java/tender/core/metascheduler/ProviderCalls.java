package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.share.OrganisationDirectory;

/** Calls providers for offers, for a whole bag or for its remaining tasks. */
record ProviderCalls(
    List<ProviderId> providers,
    OrganisationDirectory organisations,
    TimeoutConfig timeouts,
    int penaltyPermille) {
  /** Calls all providers that are not distrusted, or the local ones of them, in parallel. */
  void call(
      BagBuilder bag,
      TaskSet requestedTasks,
      Optional<Breach.ProviderFault> originalFault,
      long nowMillis) {
    List<ProviderId> called = providersToCall(bag, nowMillis);
    if (called.isEmpty() && LocalDomain.isLocalOnly(bag, nowMillis)) {
      LocalDomain.awaitNextCall(bag, requestedTasks, originalFault, nowMillis);
    } else {
      call(bag, requestedTasks, originalFault, called, Optional.empty(), nowMillis);
    }
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
    Bag requested = bag.bag.subBag(tasks.size(), bag.callDeadlineMillis());
    for (ProviderId provider : calledProviders) {
      bag.send(
          provider,
          new Message.Call(
              id,
              requested,
              penaltyPermille,
              bag.acceptancePolicy.bidStrategy(),
              organisations.isForeign(provider, bag.acceptancePolicy.organisations())));
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

  /** The trusted providers; under the local domain policy only local ones at first. */
  List<ProviderId> providersToCall(BagBuilder bag, long nowMillis) {
    List<ProviderId> trusted = trustedProviders(bag);
    if (!LocalDomain.isLocalOnly(bag, nowMillis)) {
      return trusted;
    }
    NavigableSet<ProviderId> local = organisations.local(bag.acceptancePolicy.organisations());
    return trusted.stream().filter(local::contains).toList();
  }

  /** All providers except distrusted ones; if all are distrusted, they get another chance. */
  private List<ProviderId> trustedProviders(BagBuilder bag) {
    List<ProviderId> trusted = new ArrayList<>(providers);
    trusted.removeAll(bag.distrustedProviders);
    if (trusted.isEmpty()) {
      bag.distrustedProviders.clear();
      return providers;
    }
    return trusted;
  }
}
