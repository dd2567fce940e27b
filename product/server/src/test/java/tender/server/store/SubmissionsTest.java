package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.store.OutboxMessage;
import tender.core.store.Transaction;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.bags.Submission;
import tender.server.store.bags.SubmissionRepository;

class SubmissionsTest extends DatabaseTestCase {
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final WorkOrder ORDER =
      new WorkOrder(
          WorkOrder.VERSION,
          "übung",
          "echo {task}",
          new TaskList.Count(5),
          Optional.empty(),
          List.of(),
          List.of("out/*"),
          1,
          1_000,
          2,
          Optional.empty());
  private static final Requirements REQUIREMENTS =
      new Requirements(OptionalLong.of(1_000_000), Optional.of(new Money(5_000)), true);

  @BeforeEach
  void addUsers() {
    database.users().create(ANNA);
    database.users().create(BERT);
  }

  @Test
  void bagIsWrittenWithItsSubmission() {
    Transaction transaction = TestTransactions.called(new BagId("a"), 3);
    Submission submission = new Submission(new BagId("a"), ANNA, "key", ORDER, REQUIREMENTS);

    assertThat(database.store().submit(submission, transaction))
        .isEqualTo(new Submission.Result(new BagId("a"), true));
    assertThat(database.submissions().find(new BagId("a"))).contains(submission);
    assertThat(bagOfKey(ANNA, "key")).contains("a");
    assertThat(database.store().read(new BagId("a")).orElseThrow().state())
        .isEqualTo(transaction.state());
    assertThat(database.store().outbox(10)).isEqualTo(transaction.messages());
  }

  @Test
  void repeatedSubmissionCreatesOneBag() {
    submit("a", ANNA, "key");

    assertThat(submit("b", ANNA, "key")).isEqualTo(new Submission.Result(new BagId("a"), false));
    assertThat(database.store().read(new BagId("b"))).isEmpty();
    assertThat(database.store().outbox(10))
        .extracting(OutboxMessage::id)
        .allMatch(id -> id.bag().value().equals("a"));
    assertThat(submit("c", BERT, "key").isNew()).as("the key of another user").isTrue();
    assertThat(submit("d", ANNA, "other").isNew()).as("another key").isTrue();
  }

  @Test
  void concurrentSubmissionsCreateOneBag() throws Exception {
    List<Callable<Submission.Result>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String id = "bag" + i;
      all.add(() -> submit(id, ANNA, "key"));
    }
    List<Submission.Result> results = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
      for (Future<Submission.Result> future : executor.invokeAll(all)) {
        results.add(future.get());
      }
    }
    assertThat(results).extracting(Submission.Result::bag).containsOnly(results.getFirst().bag());
    assertThat(results.stream().filter(Submission.Result::isNew)).hasSize(1);
    assertThat(sql.list("select id from bag", row -> row.getString(1))).hasSize(1);
  }

  @Test
  void submissionWithExistingBagIdIsRolledBack() {
    database.store().commit(TestTransactions.called(new BagId("a"), 1));

    assertThatThrownBy(() -> submit("a", ANNA, "key"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Bag a already exists");
    assertThat(bagOfKey(ANNA, "key")).isEmpty();
  }

  @Test
  void bagsAreListedNewestFirstInPages() {
    submit("of-bert", BERT, "key");
    for (int i = 0; i < 5; i++) {
      submit("bag" + i, ANNA, "key" + i);
    }
    // Two in the same millisecond.
    sql.update("update submission set created_millis = 7 where bag in ('bag1', 'bag2')");
    sql.update("update submission set created_millis = 3 where bag = 'bag4'");

    List<String> read = new ArrayList<>();
    Optional<SubmissionRepository.ListedBag> last = Optional.empty();
    List<SubmissionRepository.SummarisedBag> page;
    do {
      page = database.submissions().page(ANNA, last, 2);
      page.forEach(bag -> read.add(bag.listed().bag().value()));
      last = page.isEmpty() ? last : Optional.of(page.getLast().listed());
    } while (!page.isEmpty());
    assertThat(read.subList(0, 2)).containsExactlyInAnyOrder("bag3", "bag0");
    assertThat(read.subList(2, 5)).containsExactly("bag2", "bag1", "bag4");
    assertThat(last.orElseThrow().name()).isEqualTo("übung");
    assertThatThrownBy(() -> database.submissions().page(ANNA, Optional.empty(), 501))
        .hasMessageContaining("501");
  }

  private Optional<String> bagOfKey(UserId user, String key) {
    return sql.find(
        "select bag from submission where user_id = ? and client_key = ?",
        row -> row.getString(1),
        user.value(),
        key);
  }

  private Submission.Result submit(String bag, UserId user, String key) {
    BagId id = new BagId(bag);
    return database
        .store()
        .submit(new Submission(id, user, key, ORDER, REQUIREMENTS), TestTransactions.called(id, 2));
  }
}
