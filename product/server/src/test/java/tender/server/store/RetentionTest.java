package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.server.engine.RetentionTask;
import tender.server.model.RetentionPolicy;
import tender.server.model.UserId;
import tender.server.store.bags.HistoryRepository;
import tender.server.store.content.BlobStore;

/** Which bags are deleted when, and what is deleted with them. */
class RetentionTest extends DatabaseTestCase {
  private static final long RETENTION_MILLIS = 90 * Time.DAY_MILLIS;

  /** All tables in which rows belong to a bag, with the column that names it. */
  private static final List<String> TABLES =
      List.of(
          "bag.id",
          "bag_offers.bag",
          "outbox.bag",
          "accepted_result.bag",
          "bag_history.bag",
          "failure_report.bag",
          "notification_event.bag",
          "submission.bag",
          "submission_file.bag",
          "pack.bag",
          "stored_output.bag",
          "kept_output_request.bag",
          "offer_outcome.bag");

  private EndedBags bags;
  private long nowMillis;

  @BeforeEach
  void createUser() {
    bags = new EndedBags(database);
    nowMillis = database.store().nowMillis();
  }

  private long daysAgo(int days) {
    return nowMillis - days * Time.DAY_MILLIS;
  }

  private void deleteExpired() {
    new RetentionTask(
            database,
            new RetentionPolicy(
                OptionalLong.of(RETENTION_MILLIS), 10 * RETENTION_MILLIS, OptionalLong.empty()))
        .run();
  }

  private int rows(String table, BagId bag) {
    String[] name = table.split("\\.");
    return count(
        "select count(*) from %s where %s = '%s'".formatted(name[0], name[1], bag.value()));
  }

  private int count(String query) {
    return sql.find(query, row -> row.getInt(1)).orElseThrow();
  }

  @Test
  void everyTableThatNamesABagIsListed() {
    List<String> found =
        sql.list(
            """
            select table_name || '.' || column_name from information_schema.columns
            join information_schema.tables using (table_schema, table_name)
            where table_schema = current_schema() and table_type = 'BASE TABLE'
              and column_name = 'bag'
            """,
            row -> row.getString(1));
    List<String> known = new ArrayList<>(TABLES);
    // The ledger has its own rule, a deleted bag is remembered for some days, providers with data
    // of
    // it until they have deleted that, the losses of a restore are the operator's record, and a
    // notification that waits is still sent.
    known.addAll(
        List.of(
            "transfer.bag",
            "deleted_bag.bag",
            "deleted_bag_copy.bag",
            "restore_finding.bag",
            "notification_delivery.bag"));
    assertThat(known).containsAll(found);
  }

  @Test
  void expiredBagIsDeletedWithEverythingThatBelongsToIt() throws Exception {
    BagId old = bags.add("old", daysAgo(91));
    BagId recent = bags.add("recent", daysAgo(89));
    for (BagId bag : List.of(old, recent)) {
      sql.update(
          "insert into outbox (bag, version, index, provider, message) values (?, 9, 0, 'x', '{}')",
          bag.value());
      sql.update(
          "insert into bag_offers (bag, round, name, place, content) values (?, 1, 'reply/x', 0,"
              + " '{}')",
          bag.value());
      sql.update("insert into notification_event (bag, event) values (?, 'done')", bag.value());
      sql.update(
          """
          insert into kept_output_request
            (bag, round, attempt, provider, task_index, path, expires_millis)
          values (?, 1, 1, 'x', 0, 'a', 0)
          """,
          bag.value());
      sql.update(
          """
          with added as (insert into upload (is_blob) values (true) returning id)
          insert into stored_output
            (bag, task, path, round, attempt, provider, digest, bytes, upload)
          select ?, 0, 'a', 1, 1, 'x', 'd', 1, id from added
          """,
          bag.value());
      assertThat(TABLES).allSatisfy(table -> assertThat(rows(table, bag)).as(table).isPositive());
    }
    deleteExpired();
    assertThat(TABLES)
        .allSatisfy(
            table -> {
              assertThat(rows(table, old)).as(table).isZero();
              assertThat(rows(table, recent)).as(table).isPositive();
            });
  }

  @Test
  void timeOfABagPrecedesTheRetention() throws Exception {
    byte[] any = {1};
    BagId shorter = bags.add("shorter", daysAgo(3), OptionalLong.of(2 * Time.DAY_MILLIS), any, any);
    BagId longer =
        bags.add("longer", daysAgo(300), OptionalLong.of(301 * Time.DAY_MILLIS), any, any);
    deleteExpired();
    assertThat(database.store().read(shorter)).isEmpty();
    assertThat(database.store().read(longer)).isPresent();
  }

  @Test
  void openAndUnsettledBagsStay() throws Exception {
    BagId open = TestTransfers.bagOf(database, EndedBags.ANNA, "open");
    BagId unsettled = bags.add("unsettled", daysAgo(200));
    sql.update("update bag set timer_millis = 1 where id = ?", unsettled.value());
    deleteExpired();
    assertThat(database.store().read(open)).isPresent();
    assertThat(database.store().read(unsettled)).isPresent();
  }

  @Test
  void unusedContentIsDeletedAndSharedContentStays() throws Exception {
    byte[] shared = "shared".repeat(BlobStore.SMALL_BYTES).getBytes(StandardCharsets.UTF_8);
    byte[] own = "own".getBytes(StandardCharsets.UTF_8);
    byte[] input = "input".repeat(BlobStore.SMALL_BYTES).getBytes(StandardCharsets.UTF_8);
    byte[] sharedInput = "shared input".getBytes(StandardCharsets.UTF_8);
    bags.add("a", daysAgo(100), OptionalLong.empty(), own, input);
    bags.add("b", daysAgo(100), OptionalLong.empty(), shared, sharedInput);
    bags.add("c", daysAgo(1), OptionalLong.empty(), shared, sharedInput);
    deleteExpired();
    assertThat(database.blobs().sizes(digests(own))).as("results").isEmpty();
    assertThat(database.blobs().sizes(digests(input))).as("may be used again").hasSize(1);

    sql.update("update file_check set due_millis = 0");
    deleteExpired();
    deleteExpired();
    assertThat(database.blobs().sizes(digests(own, shared, input, sharedInput)).keySet())
        .containsExactlyInAnyOrderElementsOf(digests(shared, sharedInput));
    assertThat(database.userFiles().missing(EndedBags.ANNA, digests(input, sharedInput)))
        .containsExactlyElementsOf(digests(input));
    // The others were small, so that they were in the rows of their blobs.
    assertThat(count("select count(*) from chunk")).isEqualTo(1);
    assertThat(count("select count(*) from upload")).isEqualTo(1);
    assertThat(count("select count(*) from blob_check")).isZero();
    assertThat(count("select count(*) from file_check")).isZero();
  }

  @Test
  void inputPackStaysAsLongAsABagNamesIt() throws Exception {
    byte[] pack = "pack".getBytes(StandardCharsets.UTF_8);
    BagId bag = bags.addWithPack("packed", pack);
    sql.update("update file_check set due_millis = 0");
    deleteExpired();
    deleteExpired();
    assertThat(database.userFiles().missing(EndedBags.ANNA, digests(pack))).isEmpty();
    assertThat(database.storedBytes().ofUser(EndedBags.ANNA)).isEqualTo(pack.length);

    sql.update("delete from submission_file");
    sql.update(migrationFrom("V39__input_packs.sql", "insert into submission_file"));
    assertThat(rows("submission_file.bag", bag)).as("of an earlier version").isEqualTo(1);
  }

  private static List<Digest> digests(byte[]... contents) {
    return java.util.Arrays.stream(contents).map(Digest::of).toList();
  }

  @Test
  void recordsOfProvidersDoNotChange() throws Exception {
    for (int i = 0; i < 5; i++) {
      bags.add("old" + i, daysAgo(100));
    }
    bags.add("new", daysAgo(1));
    var records = database.providers().trackRecords();
    deleteExpired();
    assertThat(count("select count(*) from offer_outcome")).isEqualTo(2);
    assertThat(database.providers().trackRecords()).isEqualTo(records);
    assertThat(database.history().offerStats(EndedBags.NORTH))
        .isEqualTo(new HistoryRepository.OfferStats(6, 0));
    assertThat(database.history().offerStats(EndedBags.WEST))
        .isEqualTo(new HistoryRepository.OfferStats(0, 6));
  }

  @Test
  void serversShareTheWork() throws Exception {
    for (int i = 0; i < 60; i++) {
      bags.add("old" + i, daysAgo(100));
    }
    List<Callable<Integer>> servers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      servers.add(this::deleteInSmallSteps);
    }
    int deleted = 0;
    try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
      for (Future<Integer> server : executor.invokeAll(servers)) {
        deleted += server.get();
      }
    }
    assertThat(deleted).isEqualTo(60);
    assertThat(count("select count(*) from bag")).isZero();
    assertThat(database.history().offerStats(EndedBags.NORTH).won()).isEqualTo(60);
  }

  private int deleteInSmallSteps() {
    int deleted = 0;
    int step;
    do {
      step = database.bagExpiry().deleteDue(OptionalLong.of(RETENTION_MILLIS), nowMillis, 3);
      deleted += step;
    } while (step > 0);
    return deleted;
  }

  @Test
  void bagDeletedByItsUserIsHiddenAndGoesWhenItsMessagesAreDelivered() throws Exception {
    BagId bag = bags.add("a", daysAgo(1));
    sql.update(
        "insert into outbox (bag, version, index, provider, message) values ('a', 9, 0, 'x',"
            + " '{}')");
    assertThat(database.bagExpiry().deleteByUser(new UserId("bert"), bag)).isFalse();
    assertThat(database.bagExpiry().deleteByUser(EndedBags.ANNA, bag)).isTrue();
    assertThat(database.submissions().find(bag)).isEmpty();
    deleteExpired();
    assertThat(database.store().read(bag)).as("a provider may still run it").isPresent();

    sql.update("delete from outbox");
    deleteExpired();
    assertThat(database.store().read(bag)).isEmpty();
    assertThat(database.bagExpiry().deleteByUser(EndedBags.ANNA, bag)).as("again").isTrue();
    assertThat(database.bagExpiry().isDeleted(new UserId("bert"), bag)).isFalse();
  }

  @Test
  void withoutRetentionOnlyBagsWithATimeOfTheirOwnAreDeleted() throws Exception {
    byte[] any = {1};
    BagId old = bags.add("old", daysAgo(3_000));
    BagId shorter = bags.add("shorter", daysAgo(3), OptionalLong.of(1), any, any);
    new RetentionTask(database, new RetentionPolicy(OptionalLong.empty(), 1, OptionalLong.empty()))
        .run();
    assertThat(database.store().read(old)).isPresent();
    assertThat(database.store().read(shorter)).isEmpty();
  }
}
