package tender.server.api;

import tender.server.api.view.BagPhase;
import tender.server.api.view.BagView;
import tender.server.api.view.QuoteView;
import tender.server.api.view.PackView;
import tender.server.model.UserId;
import tender.server.api.view.PromiseView;
import tender.server.model.Requirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.bagfile.WorkOrder;

/** A bag of the {@link InMemoryBagApi}, which a test can let anything happen to. */
final class InMemoryBag {
  final BagId id;
  final UserId person;
  final WorkOrder order;
  final Requirements wish;
  final List<PackView> packs = new ArrayList<>();

  private final TreeMap<Integer, TaskSet> outcomes = new TreeMap<>();
  private final long submittedMillis;
  private TaskSet done = TaskSet.empty();
  private OptionalLong endedMillis = OptionalLong.empty();
  private long version = 1;

  BagPhase state = BagPhase.CALLING;
  Optional<QuoteView> quote = Optional.empty();
  Optional<QuoteView> promised = Optional.empty();
  OptionalLong forecastMillis = OptionalLong.empty();
  Optional<Breach> breach = Optional.empty();

  InMemoryBag(BagId id, UserId person, WorkOrder order, Requirements wish, long submittedMillis) {
    this.id = id;
    this.person = person;
    this.order = order;
    this.wish = wish;
    this.submittedMillis = submittedMillis;
  }

  void changed() {
    version++;
  }

  void promise(QuoteView offer) {
    state = BagPhase.RUNNING;
    quote = Optional.empty();
    promised = Optional.of(offer);
    forecastMillis = OptionalLong.of(offer.byMillis());
  }

  void ended(int task, int exitCode, long atMillis) {
    TaskSet one = TaskSet.range(task, task + 1);
    done = done.plus(one);
    int number = order.listIndex(task);
    outcomes.merge(exitCode, TaskSet.range(number, number + 1), TaskSet::plus);
    if (done.size() == order.tasks()) {
      end(BagPhase.DONE, atMillis);
    }
  }

  /** The same quote, taken the dearer way. */
  static QuoteView inTime(QuoteView offer) {
    QuoteView.Alternative other = offer.alternative().orElseThrow();
    return new QuoteView(other.byMillis(), other.price(), offer.expiresMillis(), Optional.empty());
  }

  void end(BagPhase state, long atMillis) {
    this.state = state;
    quote = Optional.empty();
    forecastMillis = OptionalLong.empty();
    endedMillis = OptionalLong.of(atMillis);
  }

  /** The numbers in the list of those that failed or were not done. */
  TaskSet unfinished() {
    TaskSet good = outcomes.getOrDefault(0, TaskSet.empty());
    return order.only().orElse(TaskSet.first(order.tasks())).minus(good);
  }

  BagView view() {
    return new BagView(
        id,
        order.name(),
        state,
        order.tasks(),
        done.size(),
        outcomes.tailMap(1).entrySet().stream()
            .map(outcome -> new BagView.FailedTasks(outcome.getKey(), outcome.getValue()))
            .toList(),
        wish.deadlineMillis(),
        wish.budget(),
        wish.valuation(),
        promised.map(this::promiseView),
        quote,
        forecastMillis,
        breach,
        Money.ZERO,
        submittedMillis,
        endedMillis,
        version,
        outcomes.isEmpty() ? OptionalInt.empty() : OptionalInt.of(outcomes.lastKey()));
  }

  private PromiseView promiseView(QuoteView offer) {
    int first = InMemoryBagApi.firstPart(order.tasks());
    List<PromiseView.PromisedPart> parts = new ArrayList<>();
    parts.add(part(InMemoryBagApi.FIRST, TaskSet.first(first), offer));
    if (first < order.tasks()) {
      parts.add(part(InMemoryBagApi.SECOND, TaskSet.range(first, order.tasks()), offer));
    }
    return new PromiseView(offer.byMillis(), offer.price(), parts);
  }

  private PromiseView.PromisedPart part(ProviderId provider, TaskSet tasks, QuoteView offer) {
    long millicredits = offer.price().millicredits() * tasks.size() / order.tasks();
    return new PromiseView.PromisedPart(
        provider, tasks.size(), offer.byMillis(), new Money(millicredits), done.intersect(tasks).size());
  }
}
