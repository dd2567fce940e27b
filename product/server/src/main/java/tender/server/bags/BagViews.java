package tender.server.bags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tender.bagfile.TaskSets;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.Reply;
import tender.core.compose.UnusedOffer;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.BagId;
import tender.core.model.BidRange;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.StoredBag;
import tender.server.api.view.BagPhase;
import tender.server.api.view.BagView;
import tender.server.api.view.Explanation;
import tender.server.api.view.FailedAttempts;
import tender.server.api.view.PromiseView;
import tender.server.api.view.QuoteView;
import tender.server.model.BagHistoryEvent;
import tender.server.model.ClearingView;
import tender.server.store.bags.Submission;
import tender.server.store.content.Pack;

/** Maps stored bags to the views that users see. */
final class BagViews {
  private BagViews() {}

  static BagView view(
      StoredBag stored,
      Submission submission,
      List<Pack> packs,
      List<Message.AttemptsFailed> failureReports,
      long nowMillis) {
    BagState state = stored.state();
    WorkOrder order = submission.order();
    OptionalInt worstExitCode =
        packs.stream()
            .flatMap(pack -> pack.outcomes().stream())
            .mapToInt(TaskOutcome::exitCode)
            .max();
    Map<ProviderId, Integer> doneBy = new LinkedHashMap<>();
    TaskSet missing = TaskSet.empty();
    for (Pack pack : packs) {
      doneBy.merge(pack.part().provider(), pack.tasks().size(), Integer::sum);
      for (TaskOutcome outcome : pack.outcomes()) {
        missing = outcome.missingOutput() ? missing.plus(outcome.tasks()) : missing;
      }
    }
    long submittedMillis = state.bag().submittedMillis();
    Optional<Promise> promise = promise(state);
    OptionalLong ended =
        state instanceof BagState.Ended end
            ? OptionalLong.of(end.endedMillis())
            : OptionalLong.empty();
    return new BagView(
        state.id(),
        order.name(),
        phase(state),
        order.tasks(),
        done(state).size(),
        failed(order, packs),
        taskIndexes(order, missing),
        submission.requirements().deadlineMillis(),
        submission.requirements().budget(),
        submission.requirements().valuation(),
        promise.map(made -> promised(made, doneBy)),
        quote(state),
        forecast(state, nowMillis),
        breach(state),
        paid(state),
        submittedMillis,
        ended,
        stored.version(),
        worstExitCode,
        failedAttempts(order, failureReports));
  }

  /** The failed tasks by exit code, in the order in which the codes were first delivered. */
  private static List<BagView.FailedTasks> failed(WorkOrder order, List<Pack> packs) {
    boolean outputsRequired = order.taskOptions().outputsRequired();
    Map<Integer, TaskSet> byCode = new LinkedHashMap<>();
    packs.stream()
        .flatMap(pack -> pack.outcomes().stream())
        .filter(outcome -> outcome.isFailure(outputsRequired))
        .forEach(outcome -> byCode.merge(outcome.exitCode(), outcome.tasks(), TaskSet::plus));
    return byCode.entrySet().stream()
        .map(
            entry ->
                new BagView.FailedTasks(
                    entry.getKey(),
                    taskIndexes(order, entry.getValue()),
                    entry.getKey() == TaskOutcome.EXIT_TIME_LIMIT
                        ? OptionalLong.of(order.runtimeMillis())
                        : OptionalLong.empty()))
        .toList();
  }

  private static Optional<FailedAttempts> failedAttempts(
      WorkOrder order, List<Message.AttemptsFailed> reports) {
    if (reports.isEmpty()) {
      return Optional.empty();
    }
    TaskSet tasks =
        reports.stream().map(Message.AttemptsFailed::tasks).reduce(TaskSet.empty(), TaskSet::plus);
    List<FailedAttempts.FailedAttempt> latest =
        reports.stream()
            .flatMap(
                report ->
                    report.latest().stream()
                        .map(failed -> failedAttempt(order, report.id().provider(), failed)))
            .limit(FailedAttempts.MAX_LATEST)
            .toList();
    // The sum of what several providers report may exceed the range of a number.
    long count = reports.stream().mapToLong(Message.AttemptsFailed::attempts).sum();
    return Optional.of(
        new FailedAttempts((int) Math.min(count, Integer.MAX_VALUE), tasks.size(), latest));
  }

  private static FailedAttempts.FailedAttempt failedAttempt(
      WorkOrder order, ProviderId provider, Message.FailedAttempt failed) {
    return new FailedAttempts.FailedAttempt(
        order.listIndex(failed.taskIndex()),
        failed.attempt() + 1,
        failed.exitCode(),
        provider,
        failed.stderrTail());
  }

  /** Maps positions in the bag to task indexes of the work order. */
  static TaskSet taskIndexes(WorkOrder order, TaskSet tasks) {
    return order.only().isEmpty()
        ? tasks
        : TaskSets.of(tasks.stream().map(order::listIndex).sorted());
  }

  private static BagPhase phase(BagState state) {
    return switch (state) {
      case BagState.Ended ended ->
          switch (ended.ending()) {
            case DONE -> BagPhase.DONE;
            case INSUFFICIENT_OFFERS, RESERVATIONS_REFUSED, INSUFFICIENT_FUNDS ->
                BagPhase.NO_PROMISE;
            case NOT_MATCHED_IN_TIME -> BagPhase.UNMATCHED;
            case QUOTE_NOT_ACCEPTED -> BagPhase.DECLINED;
            case CANCELLED -> BagPhase.CANCELLED;
            case STOPPED_AFTER_FAILURES -> BagPhase.STOPPED;
            case GIVEN_UP -> BagPhase.GIVEN_UP;
          };
      case BagState.Open open when open.promise().isPresent() -> BagPhase.RUNNING;
      case BagState.Open open ->
          switch (open.placement().orElse(null)) {
            case PlacementState.AwaitingMatch _ -> BagPhase.BIDDING;
            case PlacementState.AwaitingAcceptance _ -> BagPhase.QUOTED;
            case PlacementState.Reserving _ -> BagPhase.RESERVING;
            case PlacementState.Held _ -> BagPhase.HELD;
            case PlacementState.Committing _ -> BagPhase.COMMITTING;
            case null, default -> BagPhase.CALLING;
          };
    };
  }

  static Optional<Promise> promise(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.promise();
      case BagState.Ended ended -> ended.promise();
    };
  }

  static TaskSet done(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.doneTasks();
      case BagState.Ended ended -> ended.doneTasks();
    };
  }

  private static Money paid(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.paidSoFar();
      case BagState.Ended ended -> ended.paid();
    };
  }

  private static Optional<Breach> breach(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.breach();
      case BagState.Ended ended -> ended.breach();
    };
  }

  private static PromiseView promised(Promise promise, Map<ProviderId, Integer> doneBy) {
    List<PromiseView.PromisedPart> parts = new ArrayList<>();
    Map<ProviderId, Integer> left = new LinkedHashMap<>(doneBy);
    for (Part part : promise.composition().parts()) {
      int done = Optional.ofNullable(left.remove(part.provider())).orElse(0);
      parts.add(
          new PromiseView.PromisedPart(
              part.provider(),
              Math.max(part.tasks(), done),
              part.completionMillis(),
              part.price(),
              done,
              part.firm()));
    }
    return new PromiseView(promise.completionMillis(), promise.composition().price(), parts);
  }

  static Optional<QuoteView> quote(BagState state) {
    return pendingQuote(state)
        .map(
            asking ->
                new QuoteView(
                    asking.completionMillis(),
                    asking.composition().completionMillis(),
                    asking.composition().price(),
                    asking.composition().surcharge(),
                    asking.timerMillis(),
                    asking
                        .onTimeAlternative()
                        .map(
                            other ->
                                new QuoteView.Alternative(other.deadlineMillis(), other.price()))));
  }

  static Optional<PlacementState.AwaitingAcceptance> pendingQuote(BagState state) {
    return state instanceof BagState.Open open
            && open.placement().orElse(null) instanceof PlacementState.AwaitingAcceptance asking
        ? Optional.of(asking)
        : Optional.empty();
  }

  /** All bags that these auction cycles mention. */
  static Set<BagId> bagsIn(List<ClearingView> clearings) {
    Set<BagId> bags = new LinkedHashSet<>();
    for (ClearingView clearing : clearings) {
      clearing.matches().forEach(match -> bags.add(match.bag()));
      clearing.waiting().forEach(bid -> bags.add(bid.bag()));
      clearing.infeasible().forEach(bid -> bags.add(bid.bag()));
    }
    return bags;
  }

  /** By the providers' forecasts, else by the pace so far, else the promised end. */
  private static OptionalLong forecast(BagState state, long nowMillis) {
    if (!(state instanceof BagState.Open open) || open.promise().isEmpty()) {
      return OptionalLong.empty();
    }
    OptionalLong expected = expectedEndMillis(open, nowMillis);
    // A time that has passed is no forecast, and lost tasks have none until they are placed again.
    return open.placement().isEmpty() && expected.orElse(nowMillis) > nowMillis
        ? expected
        : OptionalLong.empty();
  }

  private static OptionalLong expectedEndMillis(BagState.Open open, long nowMillis) {
    if (open.parts().stream().anyMatch(RunningPart::hasForecast)) {
      return open.parts().stream().mapToLong(RunningPart::expectedEndMillis).max();
    }
    int done = open.doneTasks().size();
    if (done == 0) {
      return open.promise().stream().mapToLong(Promise::completionMillis).findFirst();
    }
    double left = (double) (open.bag().tasks() - done) / done;
    return OptionalLong.of(
        nowMillis + Math.round(left * (nowMillis - open.bag().submittedMillis())));
  }

  static Explanation explain(BagState state, List<BagHistoryEvent> history) {
    Composition composition = promise(state).map(Promise::composition).orElse(null);
    List<ProviderId> asked = List.of();
    List<ProviderId> silent = new ArrayList<>();
    int calls = 0;
    List<Explanation.ConsideredOffer> offers = new ArrayList<>();
    if (state instanceof BagState.Open open) {
      calls = open.callCount();
      PlacementState.CollectingOffers calling = calling(open);
      composition = composition(open).orElse(composition);
      if (calling != null) {
        asked = calling.calledProviders();
        asked.stream()
            .filter(provider -> !calling.replies().containsKey(provider))
            .forEach(silent::add);
        if (composition == null) {
          calling.replies().values().stream()
              .flatMap(answered -> undecided(answered.reply()))
              .forEach(offers::add);
        }
      }
    }
    if (composition != null) {
      offers.addAll(consideredOffers(composition));
    }
    return new Explanation(
        calls, asked, silent, offers, history, state.bag().width(), noPromise(state, history));
  }

  private static Stream<Explanation.ConsideredOffer> undecided(Reply reply) {
    int percent = reply.disclosure().bids().map(BidRange::surchargePercent).orElse(0);
    return reply.offers().stream()
        .map(
            offer ->
                new Explanation.ConsideredOffer(
                    offer,
                    0,
                    Optional.empty(),
                    Optional.of(offer.pricePerTask().includedSurcharge(percent))));
  }

  /** All offers of a composition, used offers first. */
  static List<Explanation.ConsideredOffer> consideredOffers(Composition composition) {
    List<Explanation.ConsideredOffer> considered = new ArrayList<>();
    composition.parts().forEach(part -> considered.add(used(part)));
    composition.unusedOffers().forEach(unused -> considered.add(unused(unused)));
    return considered;
  }

  private static Explanation.ConsideredOffer used(Part part) {
    long perTask = part.price().millicredits() / part.tasks();
    Offer offer =
        new Offer(part.provider(), part.tasks(), part.completionMillis(), new Money(perTask));
    Money surcharge = new Money(part.surcharge().millicredits() / part.tasks());
    return new Explanation.ConsideredOffer(
        offer, part.tasks(), Optional.empty(), Optional.of(surcharge));
  }

  private static Explanation.ConsideredOffer unused(UnusedOffer unused) {
    return new Explanation.ConsideredOffer(
        unused.offer(), 0, Optional.of(unused.reason()), Optional.empty());
  }

  private static PlacementState.@Nullable CollectingOffers calling(BagState.Open open) {
    return switch (open.placement().orElse(null)) {
      case PlacementState.CollectingOffers calling -> calling;
      case PlacementState.AwaitingAcceptance asking -> asking.call();
      case PlacementState.Reserving reserving -> reserving.call();
      case PlacementState.Held held -> held.call();
      case PlacementState.Committing committing -> committing.call();
      case PlacementState.BackingOff _, PlacementState.AwaitingMatch _ -> null;
      case null -> null;
    };
  }

  private static Optional<Composition> composition(BagState.Open open) {
    return switch (open.placement().orElse(null)) {
      case PlacementState.AwaitingAcceptance asking -> Optional.of(asking.composition());
      case PlacementState.Reserving reserving -> Optional.of(reserving.composition());
      case PlacementState.Held held -> Optional.of(held.composition());
      case PlacementState.Committing committing -> Optional.of(committing.composition());
      case null, default -> Optional.empty();
    };
  }

  private static Optional<BagEffect.NoPromise> noPromise(
      BagState state, List<BagHistoryEvent> history) {
    return state instanceof BagState.Ended ended && ended.promise().isEmpty()
        ? history.reversed().stream()
            .map(BagHistoryEvent::effect)
            .filter(BagEffect.NoPromise.class::isInstance)
            .map(BagEffect.NoPromise.class::cast)
            .findFirst()
        : Optional.empty();
  }
}
