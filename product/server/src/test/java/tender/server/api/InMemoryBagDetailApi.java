package tender.server.api;

import tender.server.api.view.BagView;
import tender.server.api.view.QuoteView;
import tender.server.api.view.PartsView;
import tender.server.model.UserId;
import tender.server.api.view.ProviderRecord;
import tender.server.api.view.ProviderView;
import tender.server.api.view.Recomposition;
import tender.server.api.view.SharesView;
import tender.server.api.view.TaskCells;
import tender.server.api.view.TaskStates;
import tender.server.api.view.TaskView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;

/** What a desk in memory shows to those who look closer: little, and always the same. */
public final class InMemoryBagDetailApi implements BagDetailApi {
  private final BagApi desk;

  public InMemoryBagDetailApi(BagApi desk) {
    this.desk = desk;
  }

  @Override
  public TaskCells taskCells(UserId person, BagId bag, int from, int until, int most) {
    BagView view = desk.status(person, bag);
    int end = Math.min(until, view.tasks());
    int cellTasks = Math.ceilDiv(end - from, most);
    TaskSet failed =
        view.failed().stream()
            .map(BagView.FailedTasks::tasks)
            .reduce(TaskSet.empty(), TaskSet::plus);
    TaskSet done = TaskSet.first(view.done()).minus(failed);
    TaskStates states = new TaskStates(view.tasks(), done, failed, TaskSet.empty());
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
  public TaskView task(UserId person, BagId bag, int task) {
    desk.status(person, bag);
    return new TaskView(
        task,
        TaskView.State.PLACED,
        OptionalInt.empty(),
        Optional.of(InMemoryBagApi.FIRST),
        Optional.of("echo " + task),
        Optional.empty());
  }

  @Override
  public PartsView parts(UserId person, BagId bag) {
    BagView view = desk.status(person, bag);
    return new PartsView(
        view.promise().stream()
            .flatMap(promise -> promise.parts().stream())
            .map(
                part ->
                    new PartsView.PartView(
                        part.provider(),
                        part.tasks(),
                        view.submittedMillis(),
                        part.byMillis(),
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
      UserId person, BagId bag, OptionalLong deadlineMillis, Optional<Money> budget) {
    BagView view = desk.status(person, bag);
    QuoteView quote =
        view.quote()
            .orElseThrow(
                () ->
                    new ApiException(
                        ApiException.Kind.CONFLICT, "Nothing is asked about it.", "Look at it."));
    Part part = new Part(InMemoryBagApi.FIRST, view.tasks(), quote.byMillis(), quote.price());
    long wantedMillis = deadlineMillis.orElse(view.submittedMillis());
    Composition composition =
        new Composition(view.tasks(), wantedMillis, false, List.of(part), List.of());
    boolean within = budget.isEmpty() || quote.price().compareTo(budget.get()) <= 0;
    return new Recomposition(Optional.of("earliest"), composition, within, List.of());
  }

  @Override
  public SharesView shares(UserId person) {
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
        new ProviderView(provider, true, new TrackRecord(3, 1, 2_500)), 5, 2, List.of(2_500L));
  }
}
