package tender.server.market.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import tender.core.metascheduler.Breach;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.work.WorkOrder;

/** A bag of the {@link MemoryDesk}, which a test can let anything happen to. */
final class MemoryBag {
  final BagId id;
  final PersonId person;
  final WorkOrder order;
  final Wish wish;
  final List<PackView> packs = new ArrayList<>();

  private final TreeMap<Integer, TaskSet> outcomes = new TreeMap<>();
  private final long submittedMillis;
  private TaskSet done = TaskSet.empty();
  private OptionalLong endedMillis = OptionalLong.empty();
  private long version = 1;

  BagPhase state = BagPhase.CALLING;
  Optional<CounterOffer> quote = Optional.empty();
  Optional<CounterOffer> promised = Optional.empty();
  OptionalLong forecastMillis = OptionalLong.empty();
  Optional<Breach> breach = Optional.empty();

  MemoryBag(BagId id, PersonId person, WorkOrder order, Wish wish, long submittedMillis) {
    this.id = id;
    this.person = person;
    this.order = order;
    this.wish = wish;
    this.submittedMillis = submittedMillis;
  }

  void changed() {
    version++;
  }

  void promise(CounterOffer offer) {
    state = BagPhase.RUNNING;
    quote = Optional.empty();
    promised = Optional.of(offer);
    forecastMillis = OptionalLong.of(offer.byMillis());
  }

  void ended(int task, int exitCode, long atMillis) {
    TaskSet one = TaskSet.range(task, task + 1);
    done = done.plus(one);
    int number = order.taskNumber(task);
    outcomes.merge(exitCode, TaskSet.range(number, number + 1), TaskSet::plus);
    if (done.size() == order.tasks()) {
      end(BagPhase.DONE, atMillis);
    }
  }

  /** The same quote, taken the dearer way. */
  static CounterOffer inTime(CounterOffer offer) {
    CounterOffer.Alternative other = offer.inTime().orElseThrow();
    return new CounterOffer(other.byMillis(), other.price(), offer.untilMillis(), Optional.empty());
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

  private PromiseView promiseView(CounterOffer offer) {
    int first = MemoryDesk.firstPart(order.tasks());
    List<PromiseView.PartView> parts = new ArrayList<>();
    parts.add(part(MemoryDesk.FIRST, TaskSet.first(first), offer));
    if (first < order.tasks()) {
      parts.add(part(MemoryDesk.SECOND, TaskSet.range(first, order.tasks()), offer));
    }
    return new PromiseView(offer.byMillis(), offer.price(), parts);
  }

  private PromiseView.PartView part(ProviderId provider, TaskSet tasks, CounterOffer offer) {
    long millicredits = offer.price().millicredits() * tasks.size() / order.tasks();
    return new PromiseView.PartView(
        provider, tasks.size(), offer.byMillis(), new Money(millicredits), done.and(tasks).size());
  }
}
