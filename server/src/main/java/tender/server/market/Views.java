package tender.server.market;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.UnusedOffer;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Breach;
import tender.core.metascheduler.Promise;
import tender.core.metascheduler.RunningPart;
import tender.core.metascheduler.Tender;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.StoredBag;
import tender.server.market.view.BagPhase;
import tender.server.market.view.BagView;
import tender.server.market.view.ClearingView;
import tender.server.market.view.CounterOffer;
import tender.server.market.view.Explanation;
import tender.server.market.view.PromiseView;
import tender.server.store.News;
import tender.server.store.Pack;
import tender.server.store.Submission;
import tender.work.Outcome;
import tender.work.TaskSets;
import tender.work.WorkOrder;

/** What is stored of a bag, in the words that its owner is told. */
final class Views {
  private Views() {}

  static BagView view(StoredBag stored, Submission submission, List<Pack> packs, long nowMillis) {
    BagState state = stored.state();
    WorkOrder order = submission.order();
    Map<Integer, TaskSet> byCode = new LinkedHashMap<>();
    Map<ProviderId, Integer> doneBy = new LinkedHashMap<>();
    for (Pack pack : packs) {
      doneBy.merge(pack.by().provider(), pack.tasks().size(), Integer::sum);
      for (Outcome outcome : pack.outcomes()) {
        byCode.merge(outcome.exitCode(), outcome.tasks(), TaskSet::plus);
      }
    }
    List<BagView.FailedTasks> failed = new ArrayList<>();
    byCode.forEach(
        (code, tasks) -> {
          if (code != 0) {
            failed.add(new BagView.FailedTasks(code, numbers(order, tasks)));
          }
        });
    long submittedMillis = bag(state).submittedMillis();
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
        failed,
        submission.wish().deadlineMillis(),
        submission.wish().budget(),
        submission.wish().valuation(),
        promise.map(made -> promised(made, doneBy)),
        counterOffer(state),
        forecast(state, nowMillis),
        breach(state),
        paid(state),
        submittedMillis,
        ended,
        stored.version(),
        byCode.keySet().stream().mapToInt(Integer::intValue).max());
  }

  /** Numbers of the list of tasks, by which a person knows them. */
  static TaskSet numbers(WorkOrder order, TaskSet tasks) {
    return order.only().isEmpty()
        ? tasks
        : TaskSets.of(tasks.stream().map(order::taskNumber).sorted());
  }

  private static BagPhase phase(BagState state) {
    return switch (state) {
      case BagState.Ended ended ->
          switch (ended.ending()) {
            case DONE -> BagPhase.DONE;
            case NOT_ENOUGH_OFFERED, TOO_OFTEN_REFUSED, NOT_COVERED -> BagPhase.NO_PROMISE;
            case NOT_MATCHED_IN_TIME -> BagPhase.MISSED;
            case NOT_AGREED -> BagPhase.DECLINED;
            case CANCELLED -> BagPhase.CANCELLED;
            case GIVEN_UP -> BagPhase.GIVEN_UP;
          };
      case BagState.Open open when open.promise().isPresent() -> BagPhase.RUNNING;
      case BagState.Open open ->
          switch (open.tender().orElse(null)) {
            case Tender.Bidding _ -> BagPhase.BIDDING;
            case Tender.Asking _ -> BagPhase.ASKING;
            case Tender.Reserving _ -> BagPhase.RESERVING;
            case Tender.Committing _ -> BagPhase.COMMITTING;
            case null, default -> BagPhase.CALLING;
          };
    };
  }

  private static Optional<Promise> promise(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.promise();
      case BagState.Ended ended -> ended.promise();
    };
  }

  private static Bag bag(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.bag();
      case BagState.Ended ended -> ended.bag();
    };
  }

  static TaskSet done(BagState state) {
    return switch (state) {
      case BagState.Open open -> open.done();
      case BagState.Ended ended -> ended.done();
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
    List<PromiseView.PartView> parts = new ArrayList<>();
    Map<ProviderId, Integer> left = new LinkedHashMap<>(doneBy);
    for (Part part : promise.composition().parts()) {
      int done = Optional.ofNullable(left.remove(part.provider())).orElse(0);
      parts.add(
          new PromiseView.PartView(
              part.provider(), Math.max(part.tasks(), done), part.byMillis(), part.price(), done));
    }
    return new PromiseView(promise.byMillis(), promise.composition().price(), parts);
  }

  static Optional<CounterOffer> counterOffer(BagState state) {
    return asking(state)
        .map(
            asking ->
                new CounterOffer(
                    asking.byMillis(),
                    asking.composition().price(),
                    asking.untilMillis(),
                    asking
                        .inTime()
                        .map(
                            other ->
                                new CounterOffer.Alternative(
                                    other.deadlineMillis(), other.price()))));
  }

  static Optional<Tender.Asking> asking(BagState state) {
    return state instanceof BagState.Open open
            && open.tender().orElse(null) instanceof Tender.Asking asking
        ? Optional.of(asking)
        : Optional.empty();
  }

  /** All that are named in some cycles of the auction. */
  static Set<BagId> bags(List<ClearingView> clearings) {
    Set<BagId> bags = new LinkedHashSet<>();
    for (ClearingView clearing : clearings) {
      clearing.matches().forEach(match -> bags.add(match.bag()));
      clearing.waiting().forEach(bid -> bags.add(bid.bag()));
      clearing.hopeless().forEach(bid -> bags.add(bid.bag()));
    }
    return bags;
  }

  private static Explanation.Happening happening(News news) {
    return new Explanation.Happening(news.atMillis(), news.effect());
  }

  /** What providers say; else at the pace so far, once there is one; what was promised, before. */
  private static OptionalLong forecast(BagState state, long nowMillis) {
    if (!(state instanceof BagState.Open open) || open.promise().isEmpty()) {
      return OptionalLong.empty();
    }
    if (open.parts().stream().anyMatch(RunningPart::hasSpoken)) {
      return open.parts().stream().mapToLong(RunningPart::endMillis).max();
    }
    int done = open.done().size();
    if (done == 0) {
      return OptionalLong.of(open.promise().get().byMillis());
    }
    double left = (double) (open.bag().tasks() - done) / done;
    return OptionalLong.of(
        nowMillis + Math.round(left * (nowMillis - open.bag().submittedMillis())));
  }

  static Explanation explain(BagState state, List<News> news) {
    Composition composition = promise(state).map(Promise::composition).orElse(null);
    List<ProviderId> asked = List.of();
    List<ProviderId> silent = new ArrayList<>();
    int calls = 0;
    List<Explanation.ConsideredOffer> offers = new ArrayList<>();
    if (state instanceof BagState.Open open) {
      calls = open.calls();
      Tender.Calling calling = calling(open);
      composition = composition(open).orElse(composition);
      if (calling != null) {
        asked = calling.asked();
        asked.forEach(
            provider -> {
              if (!calling.replies().containsKey(provider)) {
                silent.add(provider);
              }
            });
        if (composition == null) {
          calling
              .replies()
              .values()
              .forEach(
                  answered -> answered.reply().offers().forEach(offer -> offers.add(open(offer))));
        }
      }
    }
    if (composition != null) {
      offers.addAll(considered(composition));
    }
    return new Explanation(
        calls,
        asked,
        silent,
        offers,
        news.stream().map(Views::happening).toList(),
        noPromise(state));
  }

  /** All offers that were composed, those that are used first. */
  static List<Explanation.ConsideredOffer> considered(Composition composition) {
    List<Explanation.ConsideredOffer> considered = new ArrayList<>();
    composition.parts().forEach(part -> considered.add(used(part)));
    composition.unused().forEach(unused -> considered.add(unused(unused)));
    return considered;
  }

  private static Explanation.ConsideredOffer open(Offer offer) {
    return new Explanation.ConsideredOffer(offer, 0, Optional.empty());
  }

  private static Explanation.ConsideredOffer used(Part part) {
    long perTask = part.price().millicredits() / part.tasks();
    Offer offer = new Offer(part.provider(), part.tasks(), part.byMillis(), new Money(perTask));
    return new Explanation.ConsideredOffer(offer, part.tasks(), Optional.empty());
  }

  private static Explanation.ConsideredOffer unused(UnusedOffer unused) {
    return new Explanation.ConsideredOffer(unused.offer(), 0, Optional.of(unused.reason()));
  }

  private static Tender.@Nullable Calling calling(BagState.Open open) {
    return switch (open.tender().orElse(null)) {
      case Tender.Calling calling -> calling;
      case Tender.Asking asking -> asking.call();
      case Tender.Reserving reserving -> reserving.call();
      case Tender.Committing committing -> committing.call();
      case Tender.Pausing _, Tender.Bidding _ -> null;
      case null -> null;
    };
  }

  private static Optional<Composition> composition(BagState.Open open) {
    return switch (open.tender().orElse(null)) {
      case Tender.Asking asking -> Optional.of(asking.composition());
      case Tender.Reserving reserving -> Optional.of(reserving.composition());
      case Tender.Committing committing -> Optional.of(committing.composition());
      case null, default -> Optional.empty();
    };
  }

  private static Optional<BagEffect.Why> noPromise(BagState state) {
    return state instanceof BagState.Ended ended
        ? switch (ended.ending()) {
          case NOT_ENOUGH_OFFERED -> Optional.of(BagEffect.Why.NOT_ENOUGH_OFFERED);
          case TOO_OFTEN_REFUSED -> Optional.of(BagEffect.Why.TOO_OFTEN_REFUSED);
          case NOT_MATCHED_IN_TIME -> Optional.of(BagEffect.Why.NOT_MATCHED_IN_TIME);
          case NOT_COVERED -> Optional.of(BagEffect.Why.NOT_COVERED);
          default -> Optional.empty();
        }
        : Optional.empty();
  }
}
