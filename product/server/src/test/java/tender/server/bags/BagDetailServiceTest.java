package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.budget.LimitFactors;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.BagEvent;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.server.api.ApiException;
import tender.server.api.view.BagView;
import tender.server.api.view.PartsView;
import tender.server.api.view.QuoteView;
import tender.server.api.view.Recomposition;
import tender.server.api.view.task.TaskCells;
import tender.server.api.view.task.TaskView;
import tender.server.engine.BagChangeNotifier;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.ProviderDirectories;
import tender.server.engine.ProviderDirectory;
import tender.server.model.Requirements;
import tender.server.model.RetentionPolicy;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;
import tender.server.store.Database;
import tender.server.store.PostgresServer;
import tender.server.store.content.Pack;
import tender.server.store.ledger.AccountId;

/**
 * Details of a bag from its quote to its end, on a real PostgreSQL. The test sends the providers'
 * messages.
 */
@Tag("live")
class BagDetailServiceTest {
  private static final UserId ANN = new UserId("ann");
  private static final ProviderId FAST = new ProviderId("fast");
  private static final ProviderId SLOW = new ProviderId("slow");
  private static final int TASKS = 10;

  private Database database;
  private BagEventProcessor processor;
  private BagService bags;
  private BagDetailService details;
  private long nowMillis;
  private BagId bag;

  @BeforeEach
  void submitBag() {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    database.users().create(ANN);
    database.ledger().deposit(AccountId.of(ANN), new Money(1_000_000_000), "test");
    database.agentConnections().heartbeat("here");
    for (ProviderId provider : List.of(FAST, SLOW)) {
      database.providers().add(provider, 1_000);
      database.agentConnections().setConnected(provider, "here");
    }
    ProviderDirectory directory =
        ProviderDirectories.of(database, new TimeoutConfig(60_000, 60_000, 60_000, 60_000, 60_000));
    processor = new BagEventProcessor(database.store(), directory, (_, _) -> {});
    bags =
        new BagService(
            database,
            processor,
            directory,
            new BagChangeNotifier(),
            _ -> {},
            RetentionPolicy.DEFAULT,
            UserQuotas.DEFAULT);
    details = new BagDetailService(database, directory, bags);
    nowMillis = database.store().nowMillis();
    submit("k", order());
  }

  private void submit(String key, WorkOrder order) {
    submit(key, order, Optional.empty());
  }

  private void submit(String key, WorkOrder order, Optional<LimitFactors> factors) {
    bag =
        bags.submit(
            ANN,
            key,
            order,
            new Requirements(
                OptionalLong.empty(),
                Optional.empty(),
                true,
                Optional.empty(),
                false,
                Optional.empty(),
                false,
                factors));
  }

  private static WorkOrder order() {
    return new WorkOrder(
        WorkOrder.VERSION,
        "pi",
        "echo {task}",
        new TaskList.Count(TASKS),
        Optional.empty(),
        List.of(),
        List.of(),
        1,
        1_000,
        0,
        Optional.empty());
  }

  /** Whatever a test has done: the list shows what the bags show. */
  @AfterEach
  void listShowsTheSameAsEachBag() {
    for (BagView listed : bags.list(ANN, Optional.empty(), 100).bags()) {
      assertThat(listed)
          .usingRecursiveComparison()
          .ignoringFields("forecastMillis")
          .isEqualTo(bags.status(ANN, listed.id()));
    }
    close();
  }

  private void close() {
    processor.close();
    database.close();
  }

  private void receive(Message.ToMetascheduler message) throws InterruptedException {
    processor.apply(bag, List.of(new BagEvent.MessageReceived(message)));
  }

  /** One provider is fast and expensive, the other slow and cheap; each offers all tasks. */
  private void offer(int call) throws InterruptedException {
    offers(call, new Offer(FAST, TASKS, nowMillis + 10_000, new Money(3_000)));
    offers(call, new Offer(SLOW, TASKS, nowMillis + 90_000, new Money(1_000)));
  }

  private void offers(int call, Offer offer) throws InterruptedException {
    receive(
        new Message.Offers(
            new CallId(bag, call),
            offer.provider(),
            0,
            List.of(offer),
            Disclosure.NOTHING,
            nowMillis,
            nowMillis + 60_000));
  }

  private Recomposition composed(long deadlineMillis, long budgetMillicredits) {
    return details.recompose(
        ANN, bag, OptionalLong.of(deadlineMillis), Optional.of(new Money(budgetMillicredits)));
  }

  @Test
  void quoteIsRecomposedForOtherDeadlineAndBudget() throws InterruptedException {
    offer(1);
    Recomposition early = details.recompose(ANN, bag, OptionalLong.empty(), Optional.empty());
    assertThat(early.policy()).contains("earliest");
    assertThat(early.composition().price()).isEqualTo(new Money(30_000));
    assertThat(early.isWithinBudget()).isTrue();
    assertThat(early.offers()).hasSize(2);

    Recomposition cheap = composed(nowMillis + 100_000, 20_000);
    assertThat(cheap.policy()).contains("budget");
    assertThat(cheap.composition().price()).isEqualTo(new Money(10_000));
    assertThat(cheap.composition().meetsDeadline()).isTrue();
    assertThat(cheap.isWithinBudget()).isTrue();

    Recomposition neither = composed(nowMillis + 20_000, 20_000);
    assertThat(neither.isWithinBudget()).isTrue();
    assertThat(neither.composition().meetsDeadline()).isFalse();
    assertThat(composed(nowMillis + 20_000, 9_999).isWithinBudget()).isFalse();
    assertThat(bags.status(ANN, bag).quote()).as("the quote is unchanged").isPresent();
  }

  @Test
  void limitsOfFactorsAreShownOnceTheyAreSet() throws InterruptedException {
    Optional<LimitFactors> factors =
        Optional.of(new LimitFactors(Optional.of(1_000), Optional.of(500)));
    submit("factors", order(), factors);
    assertThat(bags.status(ANN, bag).deadlineMillis()).isEmpty();
    assertThat(bags.status(ANN, bag).budget()).isEmpty();
    offer(1);
    BagView quoted = bags.status(ANN, bag);
    // The quote adds a minute to accept it.
    assertThat(quoted.deadlineMillis()).hasValue(nowMillis + 150_000);
    assertThat(quoted.budget()).contains(new Money(20_000));
    assertThat(quoted.quote().orElseThrow().price()).isEqualTo(new Money(10_000));
    BagId repeated = bag;
    submit("factors", order(), factors);
    assertThat(bag).as("the same key is the same bag").isEqualTo(repeated);

    bags.accept(ANN, bag, nowMillis + 150_000, new Money(10_000));
    assertThat(bags.status(ANN, bag).budget()).contains(new Money(20_000));
    bags.cancel(ANN, bag);
    BagView ended = bags.status(ANN, bag);
    assertThat(ended.state().isEnded()).isTrue();
    assertThat(ended.deadlineMillis()).hasValue(nowMillis + 150_000);
    assertThat(ended.budget()).contains(new Money(20_000));
  }

  @Test
  void bagWithoutQuoteIsNotRecomposed() {
    assertThatThrownBy(() -> composed(nowMillis, 1))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("no pending quote");
    assertThatThrownBy(() -> details.parts(new UserId("ben"), bag))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("no bag");
  }

  private ReservationId promised() throws InterruptedException {
    offer(1);
    QuoteView quote = bags.status(ANN, bag).quote().orElseThrow();
    bags.accept(ANN, bag, quote.completionMillis(), quote.price());
    offer(2);
    ReservationId part = new ReservationId(new CallId(bag, 2), 1, FAST);
    receive(new Message.Reserved(part, nowMillis + 60_000));
    receive(new Message.Committed(part));
    return part;
  }

  private void deliver(ReservationId part, int exitCode, TaskSet tasks) throws Exception {
    deliver(part, new TaskOutcome(exitCode, tasks));
  }

  private void deliver(ReservationId part, TaskOutcome outcome) throws Exception {
    TaskSet tasks = outcome.tasks();
    byte[] content = ("pack " + tasks).getBytes(StandardCharsets.UTF_8);
    Digest digest = Digest.of(content);
    database.blobs().write(digest, new ByteArrayInputStream(content), content.length);
    database.packs().add(new Pack(part, tasks, List.of(outcome), digest));
    receive(new Message.Results(part, tasks, nowMillis));
  }

  @Test
  void detailsFollowABagFromPromiseToEnd() throws Exception {
    ReservationId part = promised();
    assertThat(details.taskCells(ANN, bag, 0, TASKS, 4096).runs())
        .containsExactly(new TaskCells.Run(TASKS, 0, 0, 1, 0, 0));
    deliver(part, 0, TaskSet.first(4));
    deliver(part, 7, TaskSet.range(4, 5));

    assertThat(details.taskCells(ANN, bag, 0, Integer.MAX_VALUE, 2).runs())
        .containsExactly(new TaskCells.Run(1, 4, 1, 0, 0, 0), new TaskCells.Run(1, 0, 0, 5, 0, 0));
    TaskView failed = details.task(ANN, bag, 4);
    assertThat(failed.state()).isEqualTo(TaskView.State.FAILED);
    assertThat(failed.exitCode()).isEqualTo(OptionalInt.of(7));
    assertThat(failed.provider()).contains(FAST);
    assertThat(failed.command()).contains("echo 4");
    assertThat(failed.pack()).isPresent();
    assertThat(details.task(ANN, bag, 9).state()).isEqualTo(TaskView.State.PLACED);
    assertThat(parts().ended().isPresent()).isFalse();

    deliver(part, 0, TaskSet.range(5, TASKS));
    assertThat(parts().ended()).isEqualTo(OptionalLong.of(nowMillis));
    assertThat(parts().tasks()).isEqualTo(TASKS);
    assertThat(parts().arrivals())
        .extracting(PartsView.Arrival::tasks)
        .containsExactly(4, 5, TASKS);
    assertThat(details.provider(FAST).won()).isEqualTo(1);
    assertThat(details.provider(SLOW).won()).isZero();
    assertThat(details.provider(SLOW).lost()).isEqualTo(1);
    assertThatThrownBy(() -> details.provider(new ProviderId("x")))
        .hasMessageContaining("provider x");
  }

  @Test
  void missingOutputIsCountedApartFromFailures() throws Exception {
    ReservationId part = promised();
    deliver(part, 0, TaskSet.first(4));
    deliver(part, new TaskOutcome(0, TaskSet.range(4, 6), true));
    deliver(part, 3, TaskSet.range(6, TASKS));
    assertThat(details.taskCells(ANN, bag, 0, TASKS, 1).runs())
        .containsExactly(new TaskCells.Run(1, 4, 4, 0, 0, 2));
    assertThat(details.task(ANN, bag, 5).state())
        .isEqualTo(TaskView.State.SUCCEEDED_MISSING_OUTPUT);
    BagView view = bags.status(ANN, bag);
    assertThat(view.missingOutput()).hasToString("4-5");
    assertThat(view.failedTasks()).isEqualTo(4);
  }

  @Test
  void missingOutputIsAFailureIfOutputsAreRequired() throws Exception {
    submit(
        "required",
        order()
            .withOptions(new TaskOptions(Optional.empty(), List.of(), new TreeMap<>(), true, 20)));
    ReservationId part = promised();
    deliver(part, 0, TaskSet.first(4));
    deliver(part, new TaskOutcome(0, TaskSet.range(4, TASKS), true));
    assertThat(details.taskCells(ANN, bag, 0, TASKS, 1).runs())
        .containsExactly(new TaskCells.Run(1, 4, 6, 0, 0, 0));
    assertThat(details.task(ANN, bag, 5).state()).isEqualTo(TaskView.State.FAILED);
    BagView view = bags.status(ANN, bag);
    assertThat(view.failed())
        .containsExactly(new BagView.FailedTasks(0, TaskSet.range(4, TASKS), OptionalLong.empty()));
    Requirements any = new Requirements(OptionalLong.empty(), Optional.empty(), true);
    BagId retry = bags.retry(ANN, bag, "again", any);
    assertThat(bags.status(ANN, retry).tasks()).isEqualTo(6);
  }

  private Part parts() {
    List<PartsView.PartView> parts = details.parts(ANN, bag).parts();
    assertThat(parts).hasSize(1);
    PartsView.PartView one = parts.getFirst();
    assertThat(one.placedMillis()).isBetween(nowMillis, nowMillis + 60_000);
    return new Part(one.tasks(), one.endedMillis(), one.arrivals());
  }

  private record Part(int tasks, OptionalLong ended, List<PartsView.Arrival> arrivals) {}

  @Test
  void cancelledBagHasTasksThatAreNotDone() throws Exception {
    ReservationId part = promised();
    deliver(part, 0, TaskSet.first(3));
    bags.cancel(ANN, bag);
    assertThat(details.task(ANN, bag, 8).state()).isEqualTo(TaskView.State.NOT_DONE);
    assertThat(details.taskCells(ANN, bag, 0, TASKS, 100).runs())
        .containsExactly(new TaskCells.Run(3, 1, 0, 0, 0, 0), new TaskCells.Run(7, 0, 0, 0, 1, 0));
  }
}
