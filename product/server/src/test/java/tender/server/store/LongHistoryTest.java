package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.server.model.ReplicaShare;

/** Lists and periodic queries of a market with many ended bags read no large table as a whole. */
class LongHistoryTest extends DatabaseTestCase {
  private static final int COPIES = 20_000;
  private static final int STEP = 1_000;
  private static final int PAGE_SIZE = 20;

  /** Each copies the rows of one ended bag. */
  private static final List<String> COPY =
      List.of(
          """
          insert into bag (id, version, state, summary)
          select 'c' || n, version, state, summary from bag, generate_series(%d, %d) n where id = 'a'
          """,
          """
          insert into submission
            (bag, user_id, client_key, name, work_order, requirements, listed_work, created_millis)
          select 'c' || n, user_id, 'c' || n, name, work_order, requirements, listed_work, n
          from submission, generate_series(%d, %d) n where bag = 'a'
          """,
          """
          insert into bag_history (bag, version, index, effect)
          select 'c' || n, version, index, effect from bag_history, generate_series(%d, %d) n
          where bag = 'a'
          """,
          """
          insert into accepted_result
          select 'c' || n, round, attempt, provider, tasks
          from accepted_result, generate_series(%d, %d) n where bag = 'a'
          """,
          """
          insert into failure_report (bag, round, attempt, provider, attempts, report)
          select 'c' || n, round, attempt, provider, attempts, report
          from failure_report, generate_series(%d, %d) n where bag = 'a'
          """,
          """
          insert into offer_outcome
          select provider, 'c' || n, used, ended_millis, late_millis
          from offer_outcome, generate_series(%d, %d) n where bag = 'a'
          """,
          """
          insert into upload (id, is_blob) overriding system value
          select 1000 + n, true from generate_series(%d, %d) n
          """,
          """
          insert into blob (digest, bytes, upload) select 'd' || n, 1, 1000 + n
          from generate_series(%d, %d) n
          """,
          """
          insert into pack (bag, round, attempt, provider, digest, tasks, outcomes, has_failures)
          select 'c' || n, round, attempt, provider, 'd' || n, tasks, outcomes, false
          from pack, generate_series(%d, %d) n where bag = 'a'
          """,
          "insert into account (id) select 'hold:c' || n from generate_series(%d, %d) n",
          """
          insert into transfer (key, kind, payer, payee, amount, bag, provider)
          select 'c' || n, 'DEPOSIT', 'market', 'user:anna', 1, 'c' || n, 'north'
          from generate_series(%d, %d) n
          """);

  private static final List<String> LARGE =
      List.of(
          "bag",
          "submission",
          "submission_file",
          "bag_history",
          "accepted_result",
          "failure_report",
          "offer_outcome",
          "upload",
          "blob",
          "pack",
          "account",
          "transfer");

  @BeforeEach
  void addBags() throws Exception {
    new EndedBags(database).add("a", database.store().nowMillis() - Time.DAY_MILLIS);
    for (int from = 1; from <= COPIES; from += STEP) {
      for (String copy : COPY) {
        sql.update(copy.formatted(from, from + STEP - 1));
      }
    }
    sql.update("analyze " + String.join(", ", LARGE));
  }

  /** The counts before a measurement: an idle connection publishes its own within 10 s. */
  private Map<String, Long> scansBefore() throws InterruptedException {
    Thread.sleep(11_000);
    return scans();
  }

  /** The counts after it: a connection that is closed has published its own. */
  private Map<String, Long> scans() throws InterruptedException {
    Thread.sleep(2_000);
    Map<String, Long> scans = new TreeMap<>();
    sql.list(
        "select relname, seq_scan from pg_stat_user_tables"
            + " where schemaname = current_schema() and relname = any (?)",
        row -> scans.put(row.getString(1), row.getLong(2)),
        (Object) LARGE.toArray(String[]::new));
    return scans;
  }

  @Test
  void listsAndPeriodicQueriesUseIndexes() throws InterruptedException {
    Map<String, Long> before = scansBefore();
    try (Database measured = Database.open(settings, "measured")) {
      lists(measured);
      periodicQueries(measured);
    }
    assertThat(scans()).hasSameSizeAs(LARGE).isEqualTo(before);
  }

  private static void lists(Database database) {
    var page = database.submissions().page(EndedBags.ANNA, Optional.empty(), PAGE_SIZE);
    assertThat(page).hasSize(PAGE_SIZE).allSatisfy(bag -> assertThat(bag.submission()).isPresent());
    List<BagId> bags = page.stream().map(bag -> bag.listed().bag()).toList();
    assertThat(database.packs().acceptedByProvider(bags)).hasSize(PAGE_SIZE);
    assertThat(database.packs().acceptedWithFailures(bags)).isEmpty();
    assertThat(database.failureReports().list(bags)).hasSize(PAGE_SIZE);
    database.providers().trackRecords();
    database.providers().list();
  }

  private static void periodicQueries(Database database) {
    long nowMillis = database.store().nowMillis();
    long retentionMillis = 90 * Time.DAY_MILLIS;
    database.agentConnections().heartbeat("measured");
    database.agentConnections().reconcile("measured", List.of());
    database.providers().memberships();
    database.auction().publishedCapabilities();
    database.auction().clear(0, _ -> Optional.empty());
    database.income().payDue();
    database.store().outboxFor(List.of(EndedBags.NORTH), 500);
    database.store().dueBags(nowMillis, 500, ReplicaShare.ALL);
    database.store().marks(List.of(new BagId("a")));
    assertThat(database.bagExpiry().deleteDue(OptionalLong.of(retentionMillis), nowMillis, 200))
        .isZero();
    assertThat(database.transferExpiry().deleteDue(retentionMillis, nowMillis, 200)).isZero();
    assertThat(database.transferExpiry().forgetBags(nowMillis, 200)).isZero();
    assertThat(database.fileExpiry().checkFiles(nowMillis, 200)).isZero();
    assertThat(database.fileExpiry().checkBlobs(200)).isZero();
    assertThat(database.blobs().deleteAbandoned(nowMillis, 200)).isZero();
  }

  @Test
  void deletionUsesIndexesAndTheLedgerAddsUp() throws InterruptedException {
    Map<String, Long> before = scansBefore();
    long laterMillis = database.store().nowMillis() + 100 * Time.DAY_MILLIS;
    try (Database measured = Database.open(settings, "measured")) {
      OptionalLong retention = OptionalLong.of(90 * Time.DAY_MILLIS);
      for (int i = 0; i < 5; i++) {
        assertThat(measured.bagExpiry().deleteDue(retention, laterMillis, 200)).isEqualTo(200);
        assertThat(measured.transferExpiry().deleteDue(retention.getAsLong(), laterMillis, 200))
            .isEqualTo(200);
        measured.fileExpiry().checkBlobs(200);
        measured.blobs().deleteAbandoned(laterMillis, 200);
      }
    }
    assertThat(scans()).isEqualTo(before);
    assertThat(database.ledger().accounts())
        .allSatisfy(account -> assertThat(account.entrySum()).isEqualTo(account.balance()));
  }
}
