package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Breach;
import tender.core.metascheduler.state.Promise;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;

class ProviderRecordsTest extends DatabaseTestCase {
  private static final ProviderId NORTH = new ProviderId("north");
  private static final ProviderId SOUTH = new ProviderId("south");

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

  private void ended(String id, BagState.Ending ending, Optional<ProviderId> late) {
    ended(id, ending, late, Breach.Cause.PROVIDER_LATE);
  }

  private void ended(
      String id, BagState.Ending ending, Optional<ProviderId> late, Breach.Cause cause) {
    List<Part> parts =
        List.of(new Part(NORTH, 3, 50, Money.ZERO), new Part(SOUTH, 2, 50, Money.ZERO));
    Promise promise = new Promise(new Composition(5, 60, true, parts, List.of()));
    BagState state =
        new BagState.Ended(
            new BagId(id),
            new Bag(5, 1, 10, 0, 60),
            ending,
            TaskSet.first(5),
            Optional.of(promise),
            late.map(provider -> new Breach(cause, provider, 60, 90)),
            90);
    database
        .store()
        .commit(
            new Transaction(
                state.id(), StoredBag.ABSENT, state, List.of(), List.of(), List.of(), List.of()));
  }
}
