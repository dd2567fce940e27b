package tender.server.bags;

import tender.server.engine.ProviderDirectory;
import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.CompositionPolicies;
import tender.core.compose.Composition;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.CompositionSelector;
import tender.core.metascheduler.state.RunningPart;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.StoredBag;
import tender.server.api.ApiException;
import tender.server.api.BagDetailApi;
import tender.server.api.view.PartsView;
import tender.server.model.UserId;
import tender.server.api.view.ProviderRecord;
import tender.server.api.view.ProviderView;
import tender.server.api.view.Recomposition;
import tender.server.api.view.SharesView;
import tender.server.api.view.TaskCells;
import tender.server.api.view.TaskStates;
import tender.server.api.view.TaskView;
import tender.server.store.Database;
import tender.server.store.bags.HistoryRepository;
import tender.server.store.content.Pack;
import tender.server.store.bags.Submission;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.TaskCommand;
import tender.bagfile.WorkOrder;

/** What the market shows of a bag and of providers to those who look closer. */
public final class BagDetailService implements BagDetailApi {
  /** Not a policy of the market's: what core does for a bag that has one. */
  private static final String BUDGET = "budget";

  private final Database database;
  private final ProviderDirectory roster;
  private final BagService people;

  public BagDetailService(Database database, ProviderDirectory roster, BagService people) {
    this.database = database;
    this.roster = roster;
    this.people = people;
  }

  private StoredBag stored(BagId bag) {
    return database.store().read(bag).orElseThrow(() -> BagService.notFound(bag));
  }

  @Override
  public TaskCells taskCells(UserId person, BagId bag, int from, int until, int most) {
    return mapErrors(
        () -> {
          WorkOrder order = people.requireOwned(person, bag).order();
          StoredBag stored = stored(bag);
          int end = Math.min(until, order.tasks());
          if (from >= end) {
            throw new ApiException(
                ApiException.Kind.INVALID,
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
    return BagViews.done(state).isEmpty() ? List.of() : database.packs().accepted(bag);
  }

  private static TaskStates states(WorkOrder order, BagState state, List<Pack> packs) {
    TaskSet failed = TaskSet.empty();
    for (Pack pack : packs) {
      for (TaskOutcome outcome : pack.outcomes()) {
        failed = outcome.exitCode() == 0 ? failed : failed.plus(outcome.tasks());
      }
    }
    TaskSet done = BagViews.done(state);
    TaskSet placed = TaskSet.empty();
    if (state instanceof BagState.Open open) {
      for (RunningPart part : open.parts()) {
        placed = part.fault().isPresent() ? placed : placed.plus(part.remainingTasks());
      }
    }
    return new TaskStates(order.tasks(), done.minus(failed), failed.intersect(done), placed.minus(done));
  }

  @Override
  public TaskView task(UserId person, BagId bag, int task) {
    return mapErrors(
        () -> {
          WorkOrder order = people.requireOwned(person, bag).order();
          int place = ResultService.positionInBag(order, task);
          BagState state = stored(bag).state();
          TaskSet one = TaskSet.range(place, place + 1);
          Optional<Pack> pack =
              packs(bag, state).stream().filter(has -> has.tasks().contains(place)).findFirst();
          OptionalInt exitCode =
              pack.stream()
                  .flatMap(has -> has.outcomes().stream())
                  .filter(outcome -> outcome.tasks().containsAll(one))
                  .mapToInt(TaskOutcome::exitCode)
                  .findFirst();
          Optional<RunningPart> part = part(state, place);
          Optional<ProviderId> provider =
              pack.map(has -> has.part().provider()).or(() -> part.map(has -> has.id().provider()));
          return new TaskView(
              task,
              state(state, place, exitCode, part.isPresent()),
              exitCode,
              provider,
              command(order, task),
              pack.map(Pack::digest));
        });
  }

  private static Optional<RunningPart> part(BagState state, int place) {
    return state instanceof BagState.Open open
        ? open.parts().stream()
            .filter(part -> part.fault().isEmpty() && part.remainingTasks().contains(place))
            .findFirst()
        : Optional.empty();
  }

  private static TaskView.State state(
      BagState state, int place, OptionalInt exitCode, boolean isPlaced) {
    if (BagViews.done(state).contains(place)) {
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
  public PartsView parts(UserId person, BagId bag) {
    return mapErrors(
        () -> {
          people.requireOwned(person, bag);
          return PartHistoryBuilder.of(
              stored(bag).state(), database.store().history(bag), database.history().arrivals(bag));
        });
  }

  @Override
  public Recomposition recompose(
      UserId person, BagId bag, OptionalLong deadlineMillis, Optional<Money> budget) {
    return mapErrors(
        () -> {
          Submission submission = people.requireOwned(person, bag);
          PlacementState.CollectingOffers call = asking(submission.bag()).call();
          Replies replies =
              new Replies(
                  call.tasks().size(),
                  deadlineMillis.orElseGet(() -> database.store().nowMillis()),
                  replies(call));
          Composition composition =
              CompositionSelector.select(roster.composer(), replies, budget, false).composition();
          return new Recomposition(
              budget.isPresent() ? Optional.of(BUDGET) : name(roster.composer()),
              composition,
              budget.isEmpty() || composition.price().compareTo(budget.get()) <= 0,
              BagViews.consideredOffers(composition));
        });
  }

  private static Optional<String> name(CompositionPolicy composer) {
    return CompositionPolicies.all().entrySet().stream()
        .filter(entry -> entry.getValue().getClass().equals(composer.getClass()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private PlacementState.AwaitingAcceptance asking(BagId bag) {
    return BagViews.pendingQuote(stored(bag).state()).orElseThrow(() -> BagService.noPendingQuote(bag));
  }

  /** In the order in which providers were asked, as the metascheduler composes them. */
  private static List<Reply> replies(PlacementState.CollectingOffers call) {
    return call.calledProviders().stream()
        .flatMap(provider -> Optional.ofNullable(call.replies().get(provider)).stream())
        .map(PlacementState.VersionedReply::reply)
        .toList();
  }

  @Override
  public SharesView shares(UserId person) {
    return mapErrors(() -> new ShareService(database).view(person));
  }

  @Override
  public ProviderRecord provider(ProviderId provider) {
    ProviderView view =
        people.providers().stream()
            .filter(known -> known.id().equals(provider))
            .findFirst()
            .orElseThrow(
                () ->
                    new ApiException(
                        ApiException.Kind.NOT_FOUND,
                        "There is no provider " + provider + ".",
                        "GET /v1/providers lists those there are."));
    return mapErrors(
        () -> {
          HistoryRepository.OfferStats fared = database.history().offerStats(provider);
          return new ProviderRecord(
              view, fared.won(), fared.lost(), database.history().lateMillis(provider));
        });
  }
}
