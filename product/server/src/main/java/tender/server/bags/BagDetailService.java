package tender.server.bags;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskCommand;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.compose.Composition;
import tender.core.compose.CompositionPolicies;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.Replies;
import tender.core.compose.Reply;
import tender.core.metascheduler.placement.CompositionSelector;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.StoredBag;
import tender.server.api.ApiException;
import tender.server.api.BagDetailApi;
import tender.server.api.view.BagStats;
import tender.server.api.view.PartsView;
import tender.server.api.view.ProviderRecord;
import tender.server.api.view.ProviderView;
import tender.server.api.view.Recomposition;
import tender.server.api.view.SharesView;
import tender.server.api.view.task.OutputPage;
import tender.server.api.view.task.TaskCells;
import tender.server.api.view.task.TaskStates;
import tender.server.api.view.task.TaskView;
import tender.server.engine.ProviderDirectory;
import tender.server.model.ListedWork;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.bags.HistoryRepository;
import tender.server.store.content.Pack;
import tender.server.store.content.StoredOutput;
import tender.server.store.content.UsageRepository;

/** Details of bags and providers. */
public final class BagDetailService implements BagDetailApi {
  /** Shown in position of the policy: with a budget core composes by money. */
  private static final String BUDGET = "budget";

  private final Database database;
  private final ProviderDirectory directory;
  private final BagService bags;
  private final ResultService results;
  private final BagViewLoader views;

  public BagDetailService(Database database, ProviderDirectory directory, BagService bags) {
    this.database = database;
    this.directory = directory;
    this.bags = bags;
    results = new ResultService(database);
    views = new BagViewLoader(database);
  }

  @Override
  public TaskCells taskCells(UserId user, BagId bag, int from, int until, int maxCells) {
    return mapErrors(
        () -> {
          WorkOrder order = bags.requireVisible(user, bag).order();
          StoredBag stored = bags.stored(bag);
          int end = Math.min(until, order.tasks());
          if (from >= end) {
            throw ApiException.invalid(
                "The range from " + from + " until " + until + " contains no task.",
                "The bag has " + order.tasks() + " tasks; from must be less than until.");
          }
          int cellTasks = Math.ceilDiv(end - from, maxCells);
          return new TaskCells(
              stored.version(),
              order.tasks(),
              order.only(),
              from,
              end,
              cellTasks,
              states(order, stored.state(), views.packs(bag, BagViews.done(stored.state()).size()))
                  .runs(from, end, cellTasks));
        });
  }

  private static TaskStates states(WorkOrder order, BagState state, List<Pack> packs) {
    TaskSet failed = TaskSet.empty();
    TaskSet missing = TaskSet.empty();
    for (Pack pack : packs) {
      for (TaskOutcome outcome : pack.outcomes()) {
        if (outcome.isFailure(order.taskOptions().outputsRequired())) {
          failed = failed.plus(outcome.tasks());
        } else if (outcome.missingOutput()) {
          missing = missing.plus(outcome.tasks());
        }
      }
    }
    TaskSet done = BagViews.done(state);
    TaskSet placed = TaskSet.empty();
    if (state instanceof BagState.Open open) {
      for (RunningPart part : open.parts()) {
        placed = part.fault().isPresent() ? placed : placed.plus(part.remainingTasks());
      }
    }
    return new TaskStates(
        done.minus(failed).minus(missing),
        failed.intersect(done),
        placed.minus(done),
        missing.intersect(done));
  }

  @Override
  public TaskView task(UserId user, BagId bag, int taskIndex) {
    return mapErrors(
        () -> {
          WorkOrder order = bags.requireVisible(user, bag).order();
          int position = ResultService.positionInBag(order, taskIndex);
          BagState state = bags.stored(bag).state();
          TaskSet one = TaskSet.range(position, position + 1);
          Optional<Pack> pack =
              views.packs(bag, BagViews.done(state).size()).stream()
                  .filter(has -> has.tasks().contains(position))
                  .findFirst();
          Optional<TaskOutcome> outcome =
              pack.stream()
                  .flatMap(has -> has.outcomes().stream())
                  .filter(candidate -> candidate.tasks().containsAll(one))
                  .findFirst();
          Optional<RunningPart> part = part(state, position);
          Optional<ProviderId> provider =
              pack.map(has -> has.part().provider()).or(() -> part.map(has -> has.id().provider()));
          return new TaskView(
              taskIndex,
              BagViews.done(state).contains(position)
                  ? endedState(order, outcome)
                  : pendingState(state, part.isPresent()),
              outcome.stream().mapToInt(TaskOutcome::exitCode).findFirst(),
              provider,
              command(order, taskIndex),
              pack.map(Pack::digest),
              pack.flatMap(has -> results.record(has.digest(), position)));
        });
  }

  private static Optional<RunningPart> part(BagState state, int position) {
    return state instanceof BagState.Open open
        ? open.parts().stream()
            .filter(part -> part.fault().isEmpty() && part.remainingTasks().contains(position))
            .findFirst()
        : Optional.empty();
  }

  private static TaskView.State endedState(WorkOrder order, Optional<TaskOutcome> outcome) {
    if (outcome.isEmpty()) {
      return TaskView.State.SUCCEEDED;
    }
    if (outcome.get().isFailure(order.taskOptions().outputsRequired())) {
      return TaskView.State.FAILED;
    }
    return outcome.get().missingOutput()
        ? TaskView.State.SUCCEEDED_MISSING_OUTPUT
        : TaskView.State.SUCCEEDED;
  }

  private static TaskView.State pendingState(BagState state, boolean isPlaced) {
    if (state instanceof BagState.Ended) {
      return TaskView.State.NOT_DONE;
    }
    return isPlaced ? TaskView.State.PLACED : TaskView.State.OPEN;
  }

  private static Optional<String> command(WorkOrder order, int taskIndex) {
    TaskCommand command = order.taskCommand();
    return command.needsLine() ? Optional.empty() : Optional.of(command.text(taskIndex));
  }

  @Override
  public OutputPage outputs(UserId user, BagId bag, OutputPage.Cursor after, int limit) {
    return mapErrors(
        () -> {
          ListedWork work = ListedWork.of(bags.requireVisible(user, bag).order());
          List<StoredOutput> found =
              database.outputs().list(bag, after.position(), after.path(), limit);
          return new OutputPage(
              found.stream()
                  .map(
                      output ->
                          new OutputPage.Output(
                              work.listIndex(output.task()),
                              output.path(),
                              output.digest(),
                              output.bytes()))
                  .toList(),
              found.size() < limit
                  ? Optional.empty()
                  : Optional.of(
                      new OutputPage.Cursor(
                          found.getLast().task(), found.getLast().path().value())));
        });
  }

  @Override
  public URI outputUrl(UserId user, BagId bag, int taskIndex, RelativePath path) {
    return mapErrors(
        () -> {
          WorkOrder order = bags.requireVisible(user, bag).order();
          int position = ResultService.positionInBag(order, taskIndex);
          return database
              .outputs()
              .directSource(bag, position, path)
              .orElseThrow(
                  () ->
                      ApiException.notFound(
                          "Task %d of bag %s has no output %s in the object store."
                              .formatted(taskIndex, bag, path),
                          "List them with GET /v1/bags/{id}/outputs."))
              .url();
        });
  }

  @Override
  public BagStats stats(UserId user, BagId bag) {
    return mapErrors(
        () -> {
          WorkOrder order = bags.requireVisible(user, bag).order();
          List<Pack> packs = database.packs().accepted(bag);
          UsageRepository usage = database.usage();
          return new BagStatsBuilder(order, packs, usage.ofTasks(bag, packs))
              .build(usage.memory(bag), usage.runTime(bag));
        });
  }

  @Override
  public WorkOrder workOrder(UserId user, BagId bag) {
    return mapErrors(() -> bags.requireVisible(user, bag).order());
  }

  @Override
  public PartsView parts(UserId user, BagId bag) {
    return mapErrors(
        () -> {
          bags.requireVisible(user, bag);
          return PartHistoryBuilder.of(
              bags.stored(bag).state(),
              database.store().history(bag),
              database.history().arrivals(bag));
        });
  }

  @Override
  public Recomposition recompose(
      UserId user, BagId bag, OptionalLong deadlineMillis, Optional<Money> budget) {
    return mapErrors(
        () -> {
          bags.requireVisible(user, bag);
          PlacementState.CollectingOffers call =
              BagViews.pendingQuote(bags.stored(bag).state())
                  .orElseThrow(() -> BagService.noPendingQuote(bag))
                  .call();
          Replies replies =
              new Replies(
                  call.tasks().size(),
                  deadlineMillis.orElseGet(() -> database.store().nowMillis()),
                  replies(call));
          Composition composition =
              CompositionSelector.select(directory.compositionPolicy(), replies, budget, false)
                  .composition();
          return new Recomposition(
              budget.isPresent() ? Optional.of(BUDGET) : name(directory.compositionPolicy()),
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

  /** In the order in which providers were called, as the metascheduler composes them. */
  private static List<Reply> replies(PlacementState.CollectingOffers call) {
    return call.calledProviders().stream()
        .flatMap(provider -> Optional.ofNullable(call.replies().get(provider)).stream())
        .map(PlacementState.VersionedReply::reply)
        .toList();
  }

  @Override
  public SharesView shares(UserId user) {
    return mapErrors(() -> new ShareService(database).view(user));
  }

  @Override
  public ProviderRecord provider(ProviderId provider) {
    ProviderView view =
        bags.providers().stream()
            .filter(known -> known.id().equals(provider))
            .findFirst()
            .orElseThrow(
                () ->
                    ApiException.notFound(
                        "Unknown provider " + provider + ".",
                        "GET /v1/providers lists all providers."));
    return mapErrors(
        () -> {
          HistoryRepository.OfferStats stats = database.history().offerStats(provider);
          return new ProviderRecord(
              view, stats.won(), stats.lost(), database.history().lateMillis(provider));
        });
  }
}
