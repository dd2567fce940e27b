package tender.server.api;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;
import tender.server.api.view.BagStats;
import tender.server.api.view.BagView;
import tender.server.api.view.PartsView;
import tender.server.api.view.ProviderRecord;
import tender.server.api.view.ProviderView;
import tender.server.api.view.QuoteView;
import tender.server.api.view.Recomposition;
import tender.server.api.view.SharesView;
import tender.server.api.view.task.OutputPage;
import tender.server.api.view.task.TaskCells;
import tender.server.api.view.task.TaskStates;
import tender.server.api.view.task.TaskView;
import tender.server.model.UserId;

/** An in-memory {@link BagDetailApi} for tests with mostly constant results. */
public final class InMemoryBagDetailApi implements BagDetailApi {
  private final BagApi api;

  public InMemoryBagDetailApi(BagApi api) {
    this.api = api;
  }

  @Override
  public TaskCells taskCells(UserId user, BagId bag, int from, int until, int maxCells) {
    BagView view = api.status(user, bag);
    int end = Math.min(until, view.tasks());
    int cellTasks = Math.ceilDiv(end - from, maxCells);
    TaskSet failed =
        view.failed().stream()
            .map(BagView.FailedTasks::tasks)
            .reduce(TaskSet.empty(), TaskSet::plus);
    TaskSet missing = view.missingOutput().minus(failed);
    TaskSet done = TaskSet.first(view.done()).minus(failed).minus(missing);
    TaskStates states = new TaskStates(done, failed, TaskSet.empty(), missing);
    return new TaskCells(
        view.version(),
        view.tasks(),
        Optional.empty(),
        from,
        end,
        cellTasks,
        states.runs(from, end, cellTasks));
  }

  @Override
  public TaskView task(UserId user, BagId bag, int taskIndex) {
    api.status(user, bag);
    return new TaskView(
        taskIndex,
        TaskView.State.PLACED,
        OptionalInt.empty(),
        Optional.of(InMemoryBagApi.FIRST),
        Optional.of("echo " + taskIndex),
        Optional.empty(),
        Optional.empty());
  }

  @Override
  public BagStats stats(UserId user, BagId bag) {
    BagView view = api.status(user, bag);
    return new BagStats(
        view.tasks(),
        view.done(),
        new BagStats.Requested(1, List.of(2_048, 4_096), 60_000),
        Optional.of(new BagStats.Measured(3, 900 << 20, 500 << 20, 900 << 20)),
        Optional.empty(),
        1,
        view.name().equals("excess")
            ? Optional.of(new BagStats.Excess(16L << 30, 3_174L << 20, 500))
            : Optional.empty(),
        Optional.empty());
  }

  @Override
  public WorkOrder workOrder(UserId user, BagId bag) {
    BagView view = api.status(user, bag);
    return new WorkOrder(
        WorkOrder.VERSION,
        view.name(),
        "echo {task}",
        new TaskList.Count(view.tasks()),
        Optional.empty(),
        List.of(),
        List.of(),
        1,
        60_000,
        2,
        Optional.empty());
  }

  @Override
  public PartsView parts(UserId user, BagId bag) {
    BagView view = api.status(user, bag);
    return new PartsView(
        view.promise().stream()
            .flatMap(promise -> promise.parts().stream())
            .map(
                part ->
                    new PartsView.PartView(
                        part.provider(),
                        part.tasks(),
                        view.submittedMillis(),
                        part.completionMillis(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        List.of(new PartsView.Arrival(view.submittedMillis(), part.done()))))
            .toList());
  }

  @Override
  public Recomposition recompose(
      UserId user, BagId bag, OptionalLong deadlineMillis, Optional<Money> budget) {
    BagView view = api.status(user, bag);
    QuoteView quote =
        view.quote()
            .orElseThrow(
                () ->
                    new ApiException(
                        ApiException.Kind.CONFLICT,
                        "The bag has no pending quote.",
                        "Read its state."));
    Part part =
        new Part(InMemoryBagApi.FIRST, view.tasks(), quote.completionMillis(), quote.price());
    long targetMillis = deadlineMillis.orElse(view.submittedMillis());
    Composition composition =
        new Composition(view.tasks(), targetMillis, false, List.of(part), List.of());
    boolean isWithinBudget = budget.isEmpty() || quote.price().compareTo(budget.get()) <= 0;
    return new Recomposition(Optional.of("earliest"), composition, isWithinBudget, List.of());
  }

  @Override
  public OutputPage outputs(UserId user, BagId bag, OutputPage.Cursor after, int limit) {
    api.status(user, bag);
    return new OutputPage(List.of(), Optional.empty());
  }

  @Override
  public URI outputUrl(UserId user, BagId bag, int taskIndex, RelativePath path) {
    throw ApiException.notFound("There is no object store.", "Use the result packs.");
  }

  @Override
  public SharesView shares(UserId user) {
    return new SharesView(
        List.of(
            new SharesView.ShareView(
                new BagId("b1"),
                "bag",
                InMemoryBagApi.FIRST,
                4,
                1,
                0,
                OptionalLong.empty(),
                new Money(2_500),
                new Money(500))));
  }

  @Override
  public ProviderRecord provider(ProviderId provider) {
    return new ProviderRecord(
        new ProviderView(provider, true, true, new TrackRecord(3, 1, 2_500), List.of()),
        5,
        2,
        List.of(2_500L));
  }
}
