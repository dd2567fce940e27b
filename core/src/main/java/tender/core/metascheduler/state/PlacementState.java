package tender.core.metascheduler.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.compose.Composition;
import tender.core.compose.Reply;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** How far the search for providers for these tasks has come. */
public sealed interface PlacementState {
  TaskSet tasks();

  /** When the timer fires for this placement if no event comes first. */
  long timerMillis();

  /**
   * How many more replies of providers this state needs before anything is decided, if none refuses
   * and the timer does not fire.
   */
  default int awaitedReplies() {
    return 0;
  }

  /**
   * Providers were called and their offers are being collected.
   *
   * @param originalFault the failure because of which the tasks are placed again, if any
   * @param calledProviders the providers that were called
   * @param replies the latest offers of the providers that have answered
   * @param estimateStatus the status of estimates that providers make before they offer, if any
   * @param penaltyPermille the share of a part's price that the call announced as penalty
   * @param wave the latest wave of the call; empty if all providers were called together
   */
  record CollectingOffers(
      CallId call,
      TaskSet tasks,
      Optional<Breach.ProviderFault> originalFault,
      List<ProviderId> calledProviders,
      Map<ProviderId, VersionedReply> replies,
      Optional<EstimateStatus> estimateStatus,
      long calledMillis,
      long timerMillis,
      int penaltyPermille,
      Optional<CallWave> wave)
      implements PlacementState {

    public CollectingOffers withReply(VersionedReply reply) {
      Map<ProviderId, VersionedReply> updated = new LinkedHashMap<>(replies);
      updated.put(reply.reply().provider(), reply);
      return withReplies(updated);
    }

    public CollectingOffers withReplies(Map<ProviderId, VersionedReply> replies) {
      return with(tasks, replies, estimateStatus, timerMillis);
    }

    /** Whether all providers of the latest wave have answered. */
    public boolean isAnswered() {
      return awaitedReplies() == 0;
    }

    @Override
    public int awaitedReplies() {
      int first = wave.map(CallWave::firstProvider).orElse(0);
      return (int)
          calledProviders.stream()
              .skip(first)
              .filter(provider -> !replies.containsKey(provider))
              .count();
    }

    /** How many more providers could have been called. */
    public int notCalled() {
      return wave.map(CallWave::notCalled).orElse(0);
    }

    /**
     * The same call after another wave, in which each provider may need an estimate.
     *
     * @param called the providers of the wave
     * @param notCalled how many more providers could be called
     * @param previous what the offers so far amount to
     */
    public CollectingOffers withWave(
        List<ProviderId> called,
        int notCalled,
        Optional<CallWave.Outcome> previous,
        long timerMillis) {
      List<ProviderId> all = new ArrayList<>(calledProviders);
      all.addAll(called);
      return new CollectingOffers(
          call,
          tasks,
          originalFault,
          all,
          replies,
          Optional.empty(),
          calledMillis,
          timerMillis,
          penaltyPermille,
          Optional.of(new CallWave(calledProviders.size(), notCalled, previous)));
    }

    /** The providers at which no task can run, in the order in which they were called. */
    public List<ProviderMisfit> misfits() {
      List<ProviderMisfit> misfits = new ArrayList<>();
      for (ProviderId provider : calledProviders) {
        VersionedReply reply = replies.get(provider);
        if (reply != null) {
          reply
              .reply()
              .disclosure()
              .misfit()
              .ifPresent(misfit -> misfits.add(new ProviderMisfit(provider, misfit)));
        }
      }
      return misfits;
    }

    public CollectingOffers withTasks(TaskSet tasks) {
      return with(tasks, replies, estimateStatus, timerMillis);
    }

    public CollectingOffers awaitEstimate(long timerMillis) {
      long latestMillis = Math.max(this.timerMillis, timerMillis);
      return with(tasks, replies, Optional.of(EstimateStatus.PENDING), latestMillis);
    }

    private CollectingOffers with(
        TaskSet tasks,
        Map<ProviderId, VersionedReply> replies,
        Optional<EstimateStatus> estimateStatus,
        long timerMillis) {
      return new CollectingOffers(
          call,
          tasks,
          originalFault,
          calledProviders,
          replies,
          estimateStatus,
          calledMillis,
          timerMillis,
          penaltyPermille,
          wave);
    }

    public ReservationId reservation(int attempt, ProviderId provider) {
      return new ReservationId(call, attempt, provider);
    }
  }

  /** Status of run time estimates that providers make before they offer. */
  enum EstimateStatus {
    /** A provider is estimating; all are called again afterwards, because offers expire before. */
    PENDING,
    /** All providers that were called can offer without a further estimate. */
    COMPLETED
  }

  /** A composition whose parts are being reserved or committed. */
  interface Attempt {
    CollectingOffers call();

    int attempt();

    Composition composition();

    /** Whether an answer about this reservation is still expected or of interest. */
    boolean concerns(ReservationId id);
  }

  /** A provider's reply and its version. */
  record VersionedReply(int version, Reply reply) {}

  /**
   * The parts of a composition are being reserved.
   *
   * @param confirmed the reservations that providers hold already
   */
  record Reserving(
      CollectingOffers call,
      int attempt,
      Composition composition,
      List<ReservationId> confirmed,
      long timerMillis)
      implements PlacementState, Attempt {

    @Override
    public int awaitedReplies() {
      return composition.parts().size() - confirmed.size();
    }

    public Reserving withConfirmed(List<ReservationId> confirmed) {
      return new Reserving(call, attempt, composition, confirmed, timerMillis);
    }

    @Override
    public boolean concerns(ReservationId id) {
      return id.call().equals(call.call()) && id.attempt() == attempt;
    }

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /**
   * All parts are reserved and wait for the user's commit.
   *
   * @param timerMillis when the parts are released; their leases last longer
   */
  record Held(CollectingOffers call, int attempt, Composition composition, long timerMillis)
      implements PlacementState, Attempt {

    @Override
    public boolean concerns(ReservationId id) {
      return id.call().equals(call.call()) && id.attempt() == attempt;
    }

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /**
   * The decision to commit all parts is made; commits are sent until every provider has confirmed.
   *
   * @param unconfirmed the reservations that are not confirmed yet
   * @param timesSent how often the commits were sent
   */
  record Committing(
      CollectingOffers call,
      int attempt,
      Composition composition,
      List<ReservationId> unconfirmed,
      int timesSent,
      long timerMillis)
      implements PlacementState, Attempt {

    @Override
    public int awaitedReplies() {
      return unconfirmed.size();
    }

    public Committing withUnconfirmed(List<ReservationId> unconfirmed) {
      return new Committing(call, attempt, composition, unconfirmed, timesSent, timerMillis);
    }

    public Committing withSentAgain(long timerMillis) {
      return new Committing(call, attempt, composition, unconfirmed, timesSent + 1, timerMillis);
    }

    @Override
    public boolean concerns(ReservationId id) {
      return unconfirmed.contains(id);
    }

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /**
   * The user is asked to accept a quote that the acceptance policy does not cover.
   *
   * @param completionMillis when the bag would be done, including the time to accept
   * @param onTimeAlternative a composition that meets the deadline but exceeds the budget, if the
   *     quoted one misses the deadline
   * @param sizes what fewer and all tasks would take, if the user asked for it
   */
  record AwaitingAcceptance(
      CollectingOffers call,
      Composition composition,
      long completionMillis,
      long timerMillis,
      Optional<Composition> onTimeAlternative,
      List<SizedQuote> sizes)
      implements PlacementState {
    public AwaitingAcceptance {
      sizes = List.copyOf(sizes);
    }

    @Override
    public TaskSet tasks() {
      return call.tasks;
    }
  }

  /** When so many tasks of a bag would be done, and what they would cost. */
  record SizedQuote(int tasks, long completionMillis, Money price) {}

  /**
   * No provider is called: the tasks wait in the auction for a match.
   *
   * @param fromMillis from when on they may be matched; delayed after a failed match
   * @param timerMillis the deadline, after which a match is of no use
   */
  record AwaitingMatch(TaskSet tasks, long fromMillis, long timerMillis)
      implements PlacementState {}

  /** No provider offered enough; the tasks are called again after a pause. */
  record BackingOff(TaskSet tasks, Optional<Breach.ProviderFault> originalFault, long timerMillis)
      implements PlacementState {}
}
