package tender.server.market;

import static tender.server.market.Guard.guarded;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tender.core.compose.Composer;
import tender.core.compose.Composers;
import tender.core.compose.Composition;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Choosing;
import tender.core.metascheduler.RunningPart;
import tender.core.metascheduler.Tender;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.StoredBag;
import tender.server.market.view.DeskRefusal;
import tender.server.market.view.DetailDesk;
import tender.server.market.view.PartsView;
import tender.server.market.view.PersonId;
import tender.server.market.view.ProviderRecord;
import tender.server.market.view.ProviderView;
import tender.server.market.view.Recomposition;
import tender.server.market.view.SharesView;
import tender.server.market.view.TaskCells;
import tender.server.market.view.TaskStates;
import tender.server.market.view.TaskView;
import tender.server.store.Database;
import tender.server.store.Histories;
import tender.server.store.Pack;
import tender.server.store.Submission;
import tender.work.Outcome;
import tender.work.TaskCommand;
import tender.work.WorkOrder;

/** What the market shows of a bag and of providers to those who look closer. */
final class CloserDesk implements DetailDesk {
  /** Not a policy of the market's: what core does for a bag that has one. */
  private static final String BUDGET = "budget";

  private final Database database;
  private final Roster roster;
  private final PeopleDesk people;

  CloserDesk(Database database, Roster roster, PeopleDesk people) {
    this.database = database;
    this.roster = roster;
    this.people = people;
  }

  private StoredBag stored(BagId bag) {
    return database.store().read(bag).orElseThrow(() -> PeopleDesk.notFound(bag));
  }

  @Override
  public TaskCells cells(PersonId person, BagId bag, int from, int until, int most) {
    return guarded(
        () -> {
          WorkOrder order = people.own(person, bag).order();
          StoredBag stored = stored(bag);
          int end = Math.min(until, order.tasks());
          if (from >= end) {
            throw new DeskRefusal(
                DeskRefusal.Kind.NOT_USABLE,
                "There is no task from " + from + " until before " + until + ".",
                "The bag has " + order.tasks() + "; give a from below until.");
          }
          int cellTasks = Math.ceilDiv(end - from, most);
          return new TaskCells(
              stored.version(),
              order.tasks(),
              order.only(),
              from,
              end,
              cellTasks,
              states(order, stored.state(), packs(bag, stored.state())).runs(from, end, cellTasks));
        });
  }

  private List<Pack> packs(BagId bag, BagState state) {
    return Views.done(state).isEmpty() ? List.of() : database.packs().counted(bag);
  }

  private static TaskStates states(WorkOrder order, BagState state, List<Pack> packs) {
    TaskSet failed = TaskSet.empty();
    for (Pack pack : packs) {
      for (Outcome outcome : pack.outcomes()) {
        failed = outcome.exitCode() == 0 ? failed : failed.plus(outcome.tasks());
      }
    }
    TaskSet done = Views.done(state);
    TaskSet placed = TaskSet.empty();
    if (state instanceof BagState.Open open) {
      for (RunningPart part : open.parts()) {
        placed = part.lost().isPresent() ? placed : placed.plus(part.left());
      }
    }
    return new TaskStates(order.tasks(), done.minus(failed), failed.and(done), placed.minus(done));
  }

  @Override
  public TaskView task(PersonId person, BagId bag, int task) {
    return guarded(
        () -> {
          WorkOrder order = people.own(person, bag).order();
          int place = ResultsDesk.coreTask(order, task);
          BagState state = stored(bag).state();
          TaskSet one = TaskSet.range(place, place + 1);
          Optional<Pack> pack =
              packs(bag, state).stream().filter(has -> has.tasks().contains(place)).findFirst();
          OptionalInt exitCode =
              pack.stream()
                  .flatMap(has -> has.outcomes().stream())
                  .filter(outcome -> outcome.tasks().containsAll(one))
                  .mapToInt(Outcome::exitCode)
                  .findFirst();
          Optional<RunningPart> part = part(state, place);
          Optional<ProviderId> provider =
              pack.map(has -> has.by().provider()).or(() -> part.map(has -> has.id().provider()));
          return new TaskView(
              task,
              state(state, place, exitCode, part.isPresent()),
              exitCode,
              provider,
              command(order, task),
              pack.map(Pack::content));
        });
  }

  private static Optional<RunningPart> part(BagState state, int place) {
    return state instanceof BagState.Open open
        ? open.parts().stream()
            .filter(part -> part.lost().isEmpty() && part.left().contains(place))
            .findFirst()
        : Optional.empty();
  }

  private static TaskView.State state(
      BagState state, int place, OptionalInt exitCode, boolean isPlaced) {
    if (Views.done(state).contains(place)) {
      return exitCode.orElse(0) == 0 ? TaskView.State.SUCCEEDED : TaskView.State.FAILED;
    }
    if (state instanceof BagState.Ended) {
      return TaskView.State.NOT_DONE;
    }
    return isPlaced ? TaskView.State.PLACED : TaskView.State.OPEN;
  }

  private static Optional<String> command(WorkOrder order, int task) {
    TaskCommand command = order.taskCommand();
    return command.needsLine() ? Optional.empty() : Optional.of(command.text(task));
  }

  @Override
  public PartsView parts(PersonId person, BagId bag) {
    return guarded(
        () -> {
          people.own(person, bag);
          return PartHistories.of(
              stored(bag).state(), database.store().news(bag), database.histories().arrivals(bag));
        });
  }

  @Override
  public Recomposition recompose(
      PersonId person, BagId bag, OptionalLong deadlineMillis, Optional<Money> budget) {
    return guarded(
        () -> {
          Submission submission = people.own(person, bag);
          Tender.Calling call = asking(submission.bag()).call();
          Replies replies =
              new Replies(
                  call.tasks().size(),
                  deadlineMillis.orElseGet(() -> database.store().nowMillis()),
                  replies(call));
          Composition composition =
              Choosing.choose(roster.composer(), replies, budget, false).composition();
          return new Recomposition(
              budget.isPresent() ? Optional.of(BUDGET) : name(roster.composer()),
              composition,
              budget.isEmpty() || composition.price().compareTo(budget.get()) <= 0,
              Views.considered(composition));
        });
  }

  private static Optional<String> name(Composer composer) {
    return Composers.all().entrySet().stream()
        .filter(entry -> entry.getValue().getClass().equals(composer.getClass()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private Tender.Asking asking(BagId bag) {
    return Views.asking(stored(bag).state()).orElseThrow(() -> PeopleDesk.notAsked(bag));
  }

  /** In the order in which providers were asked, as the metascheduler composes them. */
  private static List<Reply> replies(Tender.Calling call) {
    return call.asked().stream()
        .flatMap(provider -> Optional.ofNullable(call.replies().get(provider)).stream())
        .map(Tender.Answered::reply)
        .toList();
  }

  @Override
  public SharesView shares(PersonId person) {
    return guarded(() -> new Shares(database).view(person));
  }

  @Override
  public ProviderRecord provider(ProviderId provider) {
    ProviderView view =
        people.providers().stream()
            .filter(known -> known.id().equals(provider))
            .findFirst()
            .orElseThrow(
                () ->
                    new DeskRefusal(
                        DeskRefusal.Kind.NOT_FOUND,
                        "There is no provider " + provider + ".",
                        "GET /v1/providers lists those there are."));
    return guarded(
        () -> {
          Histories.Fared fared = database.histories().fared(provider);
          return new ProviderRecord(
              view, fared.won(), fared.lost(), database.histories().late(provider));
        });
  }
}
