package tender.server.bags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tender.bagfile.results.TaskOutcome;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.Reply;
import tender.core.compose.UnusedOffer;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.metascheduler.state.ProviderMisfit;
import tender.core.model.BagId;
import tender.core.model.BidRange;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.server.api.view.BagView;
import tender.server.api.view.Explanation;
import tender.server.api.view.FailedAttempts;
import tender.server.api.view.PromiseView;
import tender.server.api.view.QuoteView;
import tender.server.model.BagHistoryEvent;
import tender.server.model.BagSummary;
import tender.server.model.ClearingView;
import tender.server.model.ListedWork;
import tender.server.store.bags.ListedSubmission;
import tender.server.store.content.Pack;

/** Maps stored bags to the views that users see. */
final class BagViews {
  private BagViews() {}

  /**
   * The view of a bag.
   *
   * @param results of its tasks, as far as the view shows them
   */
  static BagView view(
      BagSummary summary,
      ListedSubmission submission,
      TaskResults results,
      List<Message.AttemptsFailed> failureReports,
      long nowMillis) {
    ListedWork work = submission.work();
    TaskSet missing = TaskSet.empty();
    for (Pack pack : results.packs()) {
      for (TaskOutcome outcome : pack.outcomes()) {
        missing = outcome.missingOutput() ? missing.plus(outcome.tasks()) : missing;
      }
    }
    return new BagView(
        submission.bag(),
        submission.name(),
        summary.phase(),
        work.tasks(),
        summary.done(),
        failed(work, results.packs()),
        work.listIndexes(missing),
        submission.requirements().deadlineMillis(),
        submission.requirements().budget(),
        submission.requirements().valuation(),
        submission.requirements().project(),
        summary.promise().map(made -> promised(made, results.doneBy())),
        summary.quote().map(BagViews::quote),
        summary.forecastMillis(nowMillis),
        summary.breach(),
        summary.paid(),
        summary.submittedMillis(),
        summary.endedMillis(),
        summary.version(),
        results.worstExitCode(),
        failedAttempts(work, failureReports));
  }

  /** The failed tasks by exit code, in the order in which the codes were first delivered. */
  private static List<BagView.FailedTasks> failed(ListedWork work, List<Pack> packs) {
    boolean outputsRequired = work.outputsRequired();
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
                    work.listIndexes(entry.getValue()),
                    entry.getKey() == TaskOutcome.EXIT_TIME_LIMIT
                        ? OptionalLong.of(work.runtimeMillis())
                        : OptionalLong.empty()))
        .toList();
  }

  private static Optional<FailedAttempts> failedAttempts(
      ListedWork work, List<Message.AttemptsFailed> reports) {
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
                        .map(failed -> failedAttempt(work, report.id().provider(), failed)))
            .limit(FailedAttempts.MAX_LATEST)
            .toList();
    // The sum of what several providers report may exceed the range of a number.
    long count = reports.stream().mapToLong(Message.AttemptsFailed::attempts).sum();
    return Optional.of(
        new FailedAttempts((int) Math.min(count, Integer.MAX_VALUE), tasks.size(), latest));
  }

  private static FailedAttempts.FailedAttempt failedAttempt(
      ListedWork work, ProviderId provider, Message.FailedAttempt failed) {
    return new FailedAttempts.FailedAttempt(
        work.listIndex(failed.taskIndex()),
        failed.attempt() + 1,
        failed.exitCode(),
        provider,
        failed.stderrTail());
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

  private static PromiseView promised(
      BagSummary.PromiseSummary promise, Map<ProviderId, Integer> doneBy) {
    List<PromiseView.PromisedPart> parts = new ArrayList<>();
    Map<ProviderId, Integer> left = new LinkedHashMap<>(doneBy);
    for (Part part : promise.parts()) {
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
    return new PromiseView(promise.completionMillis(), promise.price(), parts);
  }

  static QuoteView quote(BagSummary.QuoteSummary quote) {
    return new QuoteView(
        quote.completionMillis(),
        quote.expectedMillis(),
        quote.price(),
        quote.surcharge(),
        quote.expiresMillis(),
        quote
            .alternative()
            .map(other -> new QuoteView.Alternative(other.completionMillis(), other.price())));
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

  static Explanation explain(BagState state, List<BagHistoryEvent> history) {
    Composition composition = promise(state).map(Promise::composition).orElse(null);
    List<ProviderId> asked = List.of();
    List<ProviderId> silent = new ArrayList<>();
    int calls = 0;
    List<ProviderMisfit> misfits = misfits(history);
    List<Explanation.ConsideredOffer> offers = new ArrayList<>();
    if (state instanceof BagState.Open open) {
      calls = open.callCount();
      PlacementState.CollectingOffers calling = calling(open);
      composition = composition(open).orElse(composition);
      if (calling != null) {
        asked = calling.calledProviders();
        misfits = calling.misfits();
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
        calls,
        asked,
        silent,
        offers,
        history,
        state.bag().width(),
        misfits,
        noPromise(state, history));
  }

  /** Of the call that led to the promise, or showed that there is none. */
  private static List<ProviderMisfit> misfits(List<BagHistoryEvent> history) {
    for (BagHistoryEvent event : history.reversed()) {
      if (event.effect() instanceof BagEffect.PromiseMade made) {
        return made.misfits();
      } else if (event.effect() instanceof BagEffect.NoPromise none) {
        return none.misfits();
      }
    }
    return List.of();
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
