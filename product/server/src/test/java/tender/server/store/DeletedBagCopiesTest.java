package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.bagfile.ResultOptions;
import tender.bagfile.SiteResults;
import tender.bagfile.WorkOrderJson;
import tender.codec.StoredJson;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.server.engine.RetentionTask;
import tender.server.model.RemainingData;
import tender.server.model.RemainingData.SiteCopy;
import tender.server.model.RetentionPolicy;
import tender.server.store.retention.DeletedBagCopies;

/** Which provider must delete its data of which bag, and what remains. */
class DeletedBagCopiesTest extends DatabaseTestCase {
  private static final ProviderId NORTH = EndedBags.NORTH;
  private static final ProviderId SOUTH = new ProviderId("south");
  private static final int TRANSFERS = 3;

  private EndedBags bags;
  private DeletedBagCopies copies;
  private long nowMillis;

  @BeforeEach
  void createUser() {
    bags = new EndedBags(database);
    copies = database.deletedBagCopies();
    nowMillis = database.store().nowMillis();
  }

  private BagId ended(String name) throws Exception {
    return bags.add(name, nowMillis - Time.DAY_MILLIS);
  }

  private void deleteByUser(BagId bag) {
    assertThat(database.bagExpiry().deleteByUser(EndedBags.ANNA, bag)).isTrue();
  }

  private void runRetention(OptionalLong retention) {
    new RetentionTask(
            database, new RetentionPolicy(retention, 100 * Time.DAY_MILLIS, OptionalLong.empty()))
        .run();
  }

  private void runRetention() {
    runRetention(OptionalLong.of(90 * Time.DAY_MILLIS));
  }

  private List<BagId> listed(ProviderId provider) {
    return copies.list(provider, "", 10);
  }

  private void placePart(BagId bag, ProviderId provider) {
    ReservationId part = TestTransfers.part(bag, 2, provider);
    sql.update(
        "insert into bag_history (bag, version, index, effect) values (?, 50, 0, ?::json)",
        bag.value(),
        StoredJson.write(BagEffect.class, new BagEffect.PartPlaced(part, 1, 10)));
  }

  @Test
  void providersWithAPartLearnOfTheDeletionAndOthersDoNot() throws Exception {
    BagId bag = ended("a");
    BagId kept = ended("kept");
    placePart(bag, SOUTH);
    assertThat(listed(NORTH)).isEmpty();
    deleteByUser(bag);
    assertThat(listed(NORTH)).containsExactly(bag);
    assertThat(listed(SOUTH)).as("has lost the part later").containsExactly(bag);
    assertThat(listed(EndedBags.WEST)).as("made an unused offer").isEmpty();
    runRetention();
    assertThat(database.store().read(bag)).isEmpty();
    assertThat(database.store().read(kept)).isPresent();
    assertThat(listed(NORTH)).containsExactly(bag);

    copies.confirm(EndedBags.WEST, List.of(bag));
    copies.confirm(SOUTH, List.of(bag, kept));
    assertThat(listed(NORTH)).as("others cannot confirm for it").containsExactly(bag);
    copies.confirm(NORTH, List.of(bag));
    copies.confirm(NORTH, List.of(bag));
    assertThat(listed(NORTH)).isEmpty();
  }

  /** They read its input files, unlike others whose offers were not used. */
  @Test
  void providersThatCouldRunTheProfilerLearnOfTheDeletion() throws Exception {
    BagId bag = ended("a");
    sql.update(
        "update submission set work_order = jsonb_set(work_order::jsonb, '{profiler}', '\"p\"')::json");
    deleteByUser(bag);
    assertThat(listed(EndedBags.WEST)).containsExactly(bag);
  }

  @Test
  void expiredBagIsListedToo() throws Exception {
    BagId bag = bags.add("a", nowMillis - 91 * Time.DAY_MILLIS);
    runRetention();
    assertThat(listed(NORTH)).containsExactly(bag);
    assertThat(listed(EndedBags.WEST)).isEmpty();
  }

  /** An offline provider delays the deletion in the market, and not that at other providers. */
  @Test
  void providerWithoutAllMessagesLearnsOfTheDeletionLater() throws Exception {
    BagId bag = ended("a");
    placePart(bag, SOUTH);
    sql.update(
        "insert into outbox (bag, version, index, provider, message) values ('a', 9, 0, 'south', '{}')");
    deleteByUser(bag);
    runRetention();
    assertThat(database.store().read(bag)).isPresent();
    assertThat(listed(NORTH)).containsExactly(bag);
    assertThat(listed(SOUTH)).isEmpty();
    copies.confirm(NORTH, List.of(bag));

    sql.update("delete from outbox");
    runRetention();
    assertThat(database.store().read(bag)).isEmpty();
    assertThat(listed(SOUTH)).containsExactly(bag);
    assertThat(listed(NORTH)).as("has confirmed").isEmpty();
  }

  @Test
  void providerKeepsItsRecordsUntilFinalBillsAreSent() throws Exception {
    BagId bag = ended("a");
    sql.update("update bag set timer_millis = 1");
    deleteByUser(bag);
    assertThat(listed(NORTH)).isEmpty();
    assertThat(copies.remaining(bag).providers()).containsExactly(NORTH);
    sql.update("update bag set timer_millis = null");
    assertThat(listed(NORTH)).containsExactly(bag);
  }

  @Test
  void repeatedDeletionSaysWhatRemainsThen() throws Exception {
    BagId bag = ended("a");
    deleteByUser(bag);
    RemainingData all = new RemainingData(List.of(NORTH), Optional.empty(), TRANSFERS);
    assertThat(copies.remaining(bag)).isEqualTo(all);
    runRetention();
    assertThat(copies.remaining(bag)).isEqualTo(all);
    copies.confirm(NORTH, List.of(bag));
    deleteByUser(bag);
    assertThat(copies.remaining(bag))
        .isEqualTo(new RemainingData(List.of(), Optional.empty(), TRANSFERS));
  }

  @Test
  void resultsAtSitesAreNamedAlsoAfterTheDeletion() throws Exception {
    BagId bag = ended("a");
    placePart(bag, SOUTH);
    sql.update(
        "update submission set work_order = jsonb_set(work_order::jsonb, '{results}', '{\"site\": \"site:scratch/run1\"}')::json");
    deleteByUser(bag);
    Optional<SiteCopy> expected =
        Optional.of(new SiteCopy("site:scratch/run1/a", List.of(NORTH, SOUTH)));
    assertThat(copies.remaining(bag).siteResults()).isEqualTo(expected);
    runRetention();
    copies.confirm(NORTH, List.of(bag));
    copies.confirm(SOUTH, List.of(bag));
    assertThat(copies.remaining(bag).siteResults()).isEqualTo(expected);
    assertThat(copies.remaining(bag).providers()).isEmpty();
  }

  /** The names in the stored work order are those that the database reads. */
  @Test
  void storedWorkOrderNamesItsSiteResults() {
    String order =
        new String(
            WorkOrderJson.write(
                EndedBags.order(new byte[] {1})
                    .withResults(
                        new ResultOptions(0, Optional.of(SiteResults.parse("site:scratch/run1"))))),
            StandardCharsets.UTF_8);
    assertThat(sql.find("select ?::json #>> '{results,site}'", row -> row.getString(1), order))
        .contains("site:scratch/run1");
  }

  @Test
  void pagesFollowTheIds() throws Exception {
    for (String name : List.of("c", "a", "b")) {
      deleteByUser(ended(name));
    }
    assertThat(copies.list(NORTH, "", 2)).containsExactly(new BagId("a"), new BagId("b"));
    assertThat(copies.list(NORTH, "b", 2)).containsExactly(new BagId("c"));
    assertThat(copies.list(NORTH, "c", 2)).isEmpty();
  }

  @Test
  void forgottenBagsAreListedNoMore() throws Exception {
    BagId bag = ended("a");
    deleteByUser(bag);
    runRetention();
    sql.update("update deleted_bag set transfers_deleted = true, deleted_millis = 0");
    runRetention();
    assertThat(listed(NORTH)).isEmpty();
    assertThat(sql.find("select count(*) from deleted_bag_copy", row -> row.getInt(1))).contains(0);
  }
}
