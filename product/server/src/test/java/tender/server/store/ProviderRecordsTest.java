package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.UnusedOffer;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.store.bags.HistoryRepository;

class ProviderRecordsTest extends DatabaseTestCase {
  private static final ProviderId NORTH = new ProviderId("north");
  private static final ProviderId SOUTH = new ProviderId("south");
  private static final List<Part> PARTS =
      List.of(new Part(NORTH, 3, 50, Money.ZERO), new Part(SOUTH, 2, 50, Money.ZERO));

  @Test
  void trackRecordsCountKeptAndBrokenPromises() {
    ended("a", BagState.Ending.DONE, Optional.empty());
    ended("b", BagState.Ending.DONE, Optional.of(SOUTH));
    ended("c", BagState.Ending.CANCELLED, Optional.empty());
    assertThat(database.providers().trackRecords())
        .isEqualTo(Map.of(NORTH, new TrackRecord(2, 0, 0), SOUTH, new TrackRecord(1, 1, 30)));
  }

  @Test
  void tasksOverTheUsersLimitDoNotCountAgainstTheProvider() {
    ended("a", BagState.Ending.DONE, Optional.of(SOUTH), Breach.Cause.TASKS_EXCEEDED_LIMIT);
    assertThat(database.providers().trackRecords().get(SOUTH)).isEqualTo(new TrackRecord(1, 0, 0));
    assertThat(database.history().lateMillis(SOUTH)).isEmpty();
  }

  @Test
  void endedBagThatIsWrittenAgainCountsOnce() {
    BagState state = ended("a", BagState.Ending.DONE, Optional.of(SOUTH));
    commit(StoredBag.ABSENT + 1, state, List.of());
    assertThat(database.providers().trackRecords())
        .isEqualTo(Map.of(NORTH, new TrackRecord(1, 0, 0), SOUTH, new TrackRecord(0, 1, 30)));
    assertThat(database.history().lateMillis(SOUTH)).containsExactly(30L);
  }

  @Test
  void offersOfPromisesAreCounted() {
    ProviderId west = new ProviderId("west");
    UnusedOffer unused =
        new UnusedOffer(new Offer(west, 5, 70, Money.ZERO), UnusedOffer.Reason.ENDS_TOO_LATE);
    UnusedOffer larger =
        new UnusedOffer(new Offer(NORTH, 5, 90, Money.ZERO), UnusedOffer.Reason.ENDS_TOO_LATE);
    Promise promise = new Promise(new Composition(5, 60, true, PARTS, List.of(unused, larger)));
    commit(
        StoredBag.ABSENT,
        state("a", BagState.Ending.CANCELLED, Optional.empty(), Breach.Cause.PROVIDER_LATE),
        List.of(new BagEffect.PromiseMade(promise)));
    assertThat(database.history().offerStats(NORTH))
        .isEqualTo(new HistoryRepository.OfferStats(1, 0));
    assertThat(database.history().offerStats(west))
        .isEqualTo(new HistoryRepository.OfferStats(0, 1));
    assertThat(database.providers().trackRecords()).isEmpty();
  }

  @Test
  void migrationFindsTheOutcomesOfAllBags() throws Exception {
    ended("a", BagState.Ending.DONE, Optional.empty());
    ended("b", BagState.Ending.GIVEN_UP, Optional.of(SOUTH));
    ended("c", BagState.Ending.CANCELLED, Optional.empty());
    ended("d", BagState.Ending.DONE, Optional.of(NORTH), Breach.Cause.TASKS_EXCEEDED_LIMIT);
    Map<ProviderId, TrackRecord> records = database.providers().trackRecords();
    sql.update("truncate offer_outcome, provider_record");

    sql.update(migrationFrom("V8__outcomes.sql", "insert into offer_outcome"));

    assertThat(records).hasSize(2);
    assertThat(database.providers().trackRecords()).isEqualTo(records);
    assertThat(database.history().lateMillis(SOUTH)).containsExactly(30L);
    assertThat(database.history().offerStats(NORTH))
        .isEqualTo(new HistoryRepository.OfferStats(4, 0));
  }

  private BagState ended(String id, BagState.Ending ending, Optional<ProviderId> late) {
    return ended(id, ending, late, Breach.Cause.PROVIDER_LATE);
  }

  private BagState ended(
      String id, BagState.Ending ending, Optional<ProviderId> late, Breach.Cause cause) {
    BagState state = state(id, ending, late, cause);
    commit(StoredBag.ABSENT, state, List.of());
    return state;
  }

  private static BagState state(
      String id, BagState.Ending ending, Optional<ProviderId> late, Breach.Cause cause) {
    Promise promise = new Promise(new Composition(5, 60, true, PARTS, List.of()));
    return new BagState.Ended(
        new BagId(id),
        new Bag(5, 1, 10, 0, 60),
        ending,
        TaskSet.first(5),
        Optional.of(promise),
        late.map(provider -> new Breach(cause, provider, 60, 90)),
        90);
  }

  private void commit(long readVersion, BagState state, List<BagEffect> events) {
    boolean written =
        database
            .store()
            .commit(
                new Transaction(
                    state.id(), readVersion, state, List.of(), List.of(), List.of(), events));
    assertThat(written).isTrue();
  }
}
