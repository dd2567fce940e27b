package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.server.model.UserId;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.IncomeRepository;
import tender.server.store.ledger.Ledger;

class IncomeTest extends DatabaseTestCase {
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final long DAY = 86_400_000;
  private static final Money TEN = new Money(10_000);

  private IncomeRepository income;

  @BeforeEach
  void addUsers() {
    database.users().create(ANNA);
    database.users().create(BERT);
    income = database.income();
  }

  private long balance(UserId user) {
    return database.ledger().find(AccountId.of(user)).orElseThrow().balance().millicredits();
  }

  /** Lets time pass for all users. */
  private void pass(long millis) {
    sql.update("update income set next_millis = next_millis - ?", millis);
  }

  @Test
  void incomeIsPaidOncePerPeriod() {
    assertThat(income.grant(ANNA, TEN, DAY)).isTrue();
    assertThat(income.grant(new UserId("unknown"), TEN, DAY)).isFalse();
    assertThat(income.payDue()).isEqualTo(1);
    assertThat(income.payDue()).isZero();
    assertThat(balance(ANNA)).isEqualTo(10_000);
    assertThat(balance(BERT)).isZero();
    // Three and a half days without a server.
    pass(3 * DAY + DAY / 2);
    assertThat(income.payDue()).isEqualTo(3);
    assertThat(income.payDue()).isZero();
    assertThat(balance(ANNA)).isEqualTo(40_000);
    assertThat(database.ledger().entriesOfUser(ANNA, Long.MAX_VALUE, 10))
        .extracting(Ledger.Entry::kind)
        .containsOnly("DEPOSIT");
    assertThat(database.ledger().accounts())
        .allSatisfy(account -> assertThat(account.entrySum()).isEqualTo(account.balance()));
  }

  @Test
  void repeatedGrantPaysNothingAgain() {
    income.grant(ANNA, TEN, 30 * DAY);
    income.payDue();
    income.grant(ANNA, new Money(5_000), 30 * DAY);
    assertThat(income.payDue()).isZero();
    // A shorter interval applies from now on.
    income.grant(ANNA, new Money(5_000), DAY);
    assertThat(income.payDue()).isZero();
    pass(DAY);
    assertThat(income.payDue()).isEqualTo(1);
    assertThat(balance(ANNA)).isEqualTo(15_000);
  }

  @Test
  void periodThatWasPaidIsSkipped() {
    income.grant(ANNA, TEN, DAY);
    income.payDue();
    // As if the row were restored from a backup that is older than the transfer.
    sql.update("update income set next_millis = next_millis - every_millis");
    income.payDue();
    assertThat(balance(ANNA)).isEqualTo(10_000);
  }

  @Test
  void endedIncomeAndRevokedUsersGetNothing() {
    income.grant(ANNA, TEN, DAY);
    income.grant(BERT, TEN, DAY);
    assertThat(income.end(ANNA)).isTrue();
    assertThat(income.end(ANNA)).isFalse();
    database.users().revoke(BERT);
    income.payDue();
    database.users().create(BERT);
    income.payDue();
    assertThat(balance(ANNA) + balance(BERT)).isZero();
    pass(DAY);
    income.payDue();
    assertThat(balance(BERT)).isEqualTo(10_000);
  }

  @Test
  void concurrentReplicasPayOnce() throws Exception {
    for (int i = 0; i < 20; i++) {
      UserId user = new UserId("user" + i);
      database.users().create(user);
      income.grant(user, TEN, DAY);
    }
    pass(4 * DAY);
    List<Callable<Integer>> replicas = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      replicas.add(() -> database.income().payDue());
    }
    int paid = 0;
    try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> one : executor.invokeAll(replicas)) {
        paid += one.get();
      }
    }
    paid += income.payDue();
    assertThat(paid).isEqualTo(20 * 5);
    for (int i = 0; i < 20; i++) {
      assertThat(balance(new UserId("user" + i))).isEqualTo(50_000);
    }
  }
}
