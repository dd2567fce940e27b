package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.ledger.FundsLimit;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.MarketReplica;
import tender.server.api.ApiException;
import tender.server.api.view.BagView;
import tender.server.model.BagPhase;
import tender.server.model.ProjectId;
import tender.server.model.ProjectMember;
import tender.server.model.ProjectQuotas;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/**
 * Fifty members of a project submit bags through two servers at the same time, more than the budget
 * pays for. The budget is not overdrawn at any moment, no member exceeds the limit, and the ledger
 * adds up.
 */
@Timeout(600)
@Tag("live")
class SharedBudgetLiveTest {
  private static final ProjectId PROJECT = new ProjectId("physics");
  private static final int USERS = 50;
  private static final int BAGS = Integer.getInteger("tender.access.bags", 4);
  private static final int TASKS = 3;
  private static final long HELD = TASKS * SharedBudgetMarket.PRICE.millicredits();
  private static final long BILLED = TASKS * SharedBudgetMarket.BILL.millicredits();

  /** One of this many users may spend only what is held for one bag, and submits all together. */
  private static final int LIMITED_EVERY = 5;

  private static final long LIMIT = HELD;

  /** For about two thirds of the bags. */
  private static final long BUDGET = (long) USERS * BAGS * BILLED * 2 / 3;

  private static final long PAUSE_MILLIS = 500;

  private final Map<String, Object> figures = new LinkedHashMap<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private volatile boolean isOver;

  @Test
  void budgetIsNeverOverdrawn(@TempDir Path folder) throws Exception {
    DatabaseSettings settings = PostgresServer.shared().newDatabase();
    try (LedgerWatch watch = new LedgerWatch(settings.jdbcUrl(), PROJECT.value())) {
      try (SharedBudgetMarket market = new SharedBudgetMarket(settings, folder)) {
        createProject(market);
        final long beganNanos = System.nanoTime();
        List<BagView> ended = submitAll(market, watch);
        figures.put("users", USERS);
        figures.put("servers", market.servers.size());
        figures.put("seconds", (System.nanoTime() - beganNanos) / 1e9);
        check(market, watch, ended);
      }
      figures.put("deadlocks", watch.deadlocks());
    } finally {
      System.out.println(">> figures: " + figures);
    }
    AccessFigures.write("shared-budget", figures);
    assertThat(figures).containsEntry("deadlocks", 0L);
  }

  private static UserId user(int number) {
    return new UserId("user" + number);
  }

  private static boolean isLimited(int number) {
    return number % LIMITED_EVERY == 0;
  }

  private static void createProject(SharedBudgetMarket market) {
    market
        .database
        .projects()
        .create(
            PROJECT,
            new ProjectSettings(
                "Physics", 0, OptionalLong.empty(), false, List.of(), ProjectQuotas.NONE));
    for (int i = 0; i < USERS; i++) {
      market.database.users().create(user(i));
      market.database.projectMembers().add(PROJECT, user(i), ProjectRole.MEMBER);
      if (isLimited(i)) {
        market.database.projectMembers().setLimit(PROJECT, user(i), Optional.of(new Money(LIMIT)));
      }
    }
    assertThat(market.database.ledger().deposit(AccountId.of(PROJECT), new Money(BUDGET), "budget"))
        .isEmpty();
  }

  private List<BagView> submitAll(SharedBudgetMarket market, LedgerWatch watch) throws Exception {
    List<BagView> ended = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> watching = executor.submit(() -> watch(watch));
      List<Future<List<BagView>>> users = new ArrayList<>();
      for (int i = 0; i < USERS; i++) {
        int number = i;
        users.add(executor.submit(() -> submit(market, number)));
      }
      try {
        for (Future<List<BagView>> bags : users) {
          ended.addAll(bags.get());
        }
      } finally {
        isOver = true;
        users.forEach(bags -> bags.cancel(true));
      }
      watching.get();
    }
    return ended;
  }

  private Void watch(LedgerWatch watch) throws Exception {
    while (!isOver) {
      watch.violation().ifPresent(violations::add);
      Thread.sleep(5);
    }
    return null;
  }

  /** Submits the bags of a user, each through the other server, and waits until all have ended. */
  private static List<BagView> submit(SharedBudgetMarket market, int number) throws Exception {
    List<BagId> bags = new ArrayList<>();
    if (isLimited(number)) {
      // Requests for the same member reach both servers together, before the budget is spent.
      try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Callable<BagId>> requests =
            IntStream.range(0, BAGS)
                .<Callable<BagId>>mapToObj(bag -> () -> submit(market, number, bag))
                .toList();
        for (Future<BagId> bag : executor.invokeAll(requests)) {
          bags.add(bag.get());
        }
      }
    } else {
      for (int bag = 0; bag < BAGS; bag++) {
        bags.add(submit(market, number, bag));
      }
    }
    List<BagView> ended = new ArrayList<>();
    for (BagId bag : bags) {
      BagView view = status(market, number, bag);
      while (!view.state().isEnded()) {
        Thread.sleep(PAUSE_MILLIS);
        view = status(market, number, bag);
      }
      ended.add(view);
    }
    return ended;
  }

  private static BagId submit(SharedBudgetMarket market, int number, int bag)
      throws InterruptedException {
    MarketReplica server = market.servers.get((number + bag) % market.servers.size());
    return repeating(
        () ->
            server
                .bagApi()
                .submit(
                    user(number),
                    "bag" + bag,
                    order(),
                    new Requirements(OptionalLong.empty(), Optional.empty(), false)
                        .withProject(Optional.of(PROJECT))));
  }

  private static BagView status(SharedBudgetMarket market, int number, BagId bag)
      throws InterruptedException {
    return repeating(() -> market.servers.getFirst().bagApi().status(user(number), bag));
  }

  /** Repeats a request that a busy server did not answer in time, as clients do. */
  private static <T> T repeating(Supplier<T> request) throws InterruptedException {
    while (true) {
      try {
        return request.get();
      } catch (ApiException e) {
        if (e.kind() != ApiException.Kind.UNAVAILABLE) {
          throw e;
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  private static WorkOrder order() {
    return new WorkOrder(
        WorkOrder.VERSION,
        "bag",
        "true",
        new TaskList.Count(TASKS),
        Optional.empty(),
        List.of(),
        List.of(),
        1,
        1_000,
        0,
        Optional.empty());
  }

  private void check(SharedBudgetMarket market, LedgerWatch watch, List<BagView> ended)
      throws Exception {
    long done = ended.stream().filter(bag -> bag.state() == BagPhase.DONE).count();
    Map<FundsLimit, Long> refused = refusals(market, ended);
    long overBudget = refused.getOrDefault(FundsLimit.PROJECT_BUDGET, 0L);
    long overLimit = refused.getOrDefault(FundsLimit.MEMBER_LIMIT, 0L);
    LedgerWatch.Lowest lowest = watch.lowest();
    List<Ledger.Account> accounts = market.database.ledger().accounts();
    long sum = accounts.stream().mapToLong(account -> account.balance().millicredits()).sum();
    long overdrafts = (long) violations.size() + (lowest.balance() < 0 ? 1L : 0L);
    figures.put("bagsSubmitted", ended.size());
    figures.put("bagsDone", done);
    figures.put("refusedByBudget", overBudget);
    figures.put("refusedByMemberLimit", overLimit);
    figures.put("overdrafts", overdrafts);
    figures.put("lowestBalanceMillicredits", lowest.balance());
    figures.put("checksWhileRunning", watch.checks());
    figures.put("ledgerSumMillicredits", sum);

    assertThat(violations).isEmpty();
    assertThat(lowest.balance()).as("after any transfer").isNotNegative();
    assertThat(lowest.membersOverLimit()).as("after any transfer").isZero();
    assertThat(done + overBudget + overLimit).isEqualTo(ended.size());
    assertThat(List.of(done, overBudget, overLimit)).allMatch(count -> count > 0);
    assertThat(sum).isZero();
    assertThat(accounts)
        .allSatisfy(account -> assertThat(account.balance()).isEqualTo(account.entrySum()));
    long spent = 0;
    for (ProjectMember member : market.database.projectMembers().list(PROJECT)) {
      long own = member.spent().millicredits();
      assertThat(own % BILLED).as("%s", member).isZero();
      member.limit().ifPresent(limit -> assertThat(own).isLessThanOrEqualTo(limit.millicredits()));
      spent += own;
    }
    assertThat(spent).isEqualTo(done * BILLED);
    assertThat(market.database.ledger().find(AccountId.of(PROJECT)).orElseThrow().balance())
        .isEqualTo(new Money(BUDGET - spent));
    assertThat(market.database.projects().warnings(PROJECT)).isNotEmpty();
  }

  private static Map<FundsLimit, Long> refusals(SharedBudgetMarket market, List<BagView> ended) {
    Map<FundsLimit, Long> refusals = new LinkedHashMap<>();
    for (BagView bag : ended) {
      if (bag.state() == BagPhase.NO_PROMISE) {
        market.database.store().history(bag.id()).stream()
            .flatMap(event -> LedgerWatch.limit(event).stream())
            .forEach(limit -> refusals.merge(limit, 1L, Long::sum));
      }
    }
    return refusals;
  }
}
