package tender.core.metascheduler;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tender.core.call.Candidates;
import tender.core.call.ProviderSelector;
import tender.core.call.SeededHash;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.CallWave;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.share.OrganisationDirectory;

/**
 * Calls providers for offers, for a whole bag or for its remaining tasks. If there are many, a call
 * reaches them in waves, the most suitable first.
 */
record ProviderCalls(
    ProviderSelector selector,
    OrganisationDirectory organisations,
    TimeoutConfig timeouts,
    int penaltyPermille) {
  /** Calls the most suitable of the providers that are not distrusted, or of the local ones. */
  void call(
      BagBuilder bag,
      TaskSet requestedTasks,
      Optional<Breach.ProviderFault> originalFault,
      long nowMillis) {
    Candidates candidates = candidates(bag, nowMillis);
    if (candidates.isEmpty() && LocalDomain.isLocalOnly(bag, nowMillis)) {
      LocalDomain.awaitNextCall(bag, requestedTasks, originalFault, nowMillis);
    } else {
      List<ProviderId> called = select(bag, candidates, selector.providersPerCall());
      int notCalled = candidates.size() - called.size();
      call(bag, requestedTasks, originalFault, called, notCalled, Optional.empty(), nowMillis);
    }
  }

  /**
   * Calls these providers for offers.
   *
   * @param notCalled how many others could be called in further waves
   */
  void call(
      BagBuilder bag,
      TaskSet requestedTasks,
      Optional<Breach.ProviderFault> originalFault,
      List<ProviderId> calledProviders,
      int notCalled,
      Optional<PlacementState.EstimateStatus> estimateStatus,
      long nowMillis) {
    // Results that were presumed lost may have arrived since.
    TaskSet tasks = requestedTasks.minus(bag.doneTasks);
    if (tasks.isEmpty()) {
      bag.placement = Optional.empty();
      return;
    }
    CallId id = new CallId(bag.id, ++bag.callCount);
    PlacementState.CollectingOffers collecting =
        new PlacementState.CollectingOffers(
            id,
            tasks,
            originalFault,
            calledProviders,
            new LinkedHashMap<>(),
            estimateStatus,
            nowMillis,
            nowMillis + timeouts.answerTimeoutMillis(),
            penaltyPermille,
            notCalled == 0
                ? Optional.empty()
                : Optional.of(new CallWave(0, notCalled, Optional.empty())));
    send(bag, collecting, calledProviders);
  }

  /**
   * Calls as many further providers as have been called so far.
   *
   * @param previous what the offers so far amount to
   * @return false if none are left, and then nothing changes
   */
  boolean callNextWave(
      BagBuilder bag,
      PlacementState.CollectingOffers collecting,
      Optional<CallWave.Outcome> previous,
      long nowMillis) {
    Candidates left = notCalledYet(bag, collecting);
    if (left.isEmpty()) {
      return false;
    }
    List<ProviderId> called = select(bag, left, waveSize(collecting));
    PlacementState.CollectingOffers after =
        collecting.withWave(
            called,
            left.size() - called.size(),
            previous,
            nowMillis + timeouts.answerTimeoutMillis());
    send(bag, after, called);
    return true;
  }

  /**
   * Calls the same providers again, because their offers have expired, and further ones.
   *
   * @return false if none are left, and then nothing changes
   */
  boolean callAgainWithMore(
      BagBuilder bag, PlacementState.CollectingOffers collecting, long nowMillis) {
    Candidates left = notCalledYet(bag, collecting);
    if (left.isEmpty()) {
      return false;
    }
    List<ProviderId> called = new ArrayList<>(stillCallable(bag, collecting, nowMillis));
    List<ProviderId> added = select(bag, left, waveSize(collecting));
    called.addAll(added);
    call(
        bag,
        collecting.tasks(),
        collecting.originalFault(),
        called,
        left.size() - added.size(),
        Optional.empty(),
        nowMillis);
    return true;
  }

  /** Calls again after estimates were made: all providers, or those of the waves so far. */
  void callAfterEstimates(
      BagBuilder bag, PlacementState.CollectingOffers collecting, long nowMillis) {
    List<ProviderId> called = collecting.calledProviders();
    int notCalled = 0;
    if (!bag.usesAuction()) {
      Candidates candidates = candidates(bag, nowMillis);
      called =
          collecting.wave().isEmpty()
              ? candidates.toList()
              : stillCallable(bag, collecting, nowMillis);
      called = called.isEmpty() ? select(bag, candidates, selector.providersPerCall()) : called;
      notCalled = candidates.size() - called.size();
    }
    call(
        bag,
        collecting.tasks(),
        collecting.originalFault(),
        called,
        notCalled,
        Optional.of(PlacementState.EstimateStatus.COMPLETED),
        nowMillis);
  }

  private void send(
      BagBuilder bag, PlacementState.CollectingOffers collecting, List<ProviderId> providers) {
    Bag requested = bag.bag.subBag(collecting.tasks().size(), bag.callDeadlineMillis());
    for (ProviderId provider : providers) {
      bag.send(
          provider,
          new Message.Call(
              collecting.call(),
              requested,
              penaltyPermille,
              bag.acceptancePolicy.bidStrategy(),
              organisations.isForeign(provider, bag.acceptancePolicy.organisations())));
    }
    bag.effects.add(new BagEffect.OffersRequested(providers, collecting.notCalled()));
    bag.placement = Optional.of(collecting);
  }

  private List<ProviderId> select(BagBuilder bag, Candidates candidates, int count) {
    // Another call of the same bag explores other providers.
    long seed = SeededHash.of(bag.callCount, bag.id.value());
    return selector.select(bag.bag, candidates, count, seed);
  }

  /**
   * How many providers another wave calls: as many as have answered so far, so that a large market
   * is reached in a few waves, and at least as many as the first. Not as many as were called: when
   * replies are late because the market is overloaded, each call would cause more of them.
   */
  private int waveSize(PlacementState.CollectingOffers collecting) {
    return Math.max(selector.providersPerCall(), collecting.replies().size());
  }

  /** The providers that a further wave may call; none if the call is not made in waves. */
  private Candidates notCalledYet(BagBuilder bag, PlacementState.CollectingOffers collecting) {
    return collecting.notCalled() == 0
        ? selector.candidates().only(List.of())
        : candidates(bag, collecting.calledMillis()).without(collecting.calledProviders());
  }

  private List<ProviderId> stillCallable(
      BagBuilder bag, PlacementState.CollectingOffers collecting, long nowMillis) {
    return candidates(bag, nowMillis).only(collecting.calledProviders()).toList();
  }

  /** The trusted providers; under the local domain policy only local ones at first. */
  private Candidates candidates(BagBuilder bag, long nowMillis) {
    Candidates trusted = trustedProviders(bag);
    return LocalDomain.isLocalOnly(bag, nowMillis)
        ? trusted.only(organisations.local(bag.acceptancePolicy.organisations()))
        : trusted;
  }

  /** All providers except distrusted ones; if all are distrusted, they get another chance. */
  private Candidates trustedProviders(BagBuilder bag) {
    Candidates trusted = selector.candidates().without(bag.distrustedProviders);
    if (trusted.isEmpty()) {
      bag.distrustedProviders.clear();
      return selector.candidates();
    }
    return trusted;
  }
}
