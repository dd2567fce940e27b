package tender.server.engine.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.protocol.JournalEntry;
import tender.protocol.JournalEntry.State;
import tender.server.engine.agents.PartComparison.BagPresence;
import tender.server.engine.agents.PartComparison.StoredPart;
import tender.server.model.RestoreSituation;

/** The table of what a provider's journal and a restored database can say about a part. */
class PartComparisonTest {
  private static final ReservationId ID =
      new ReservationId(new CallId(new BagId("bag"), 1), 1, new ProviderId("north"));
  private static final TaskSet NONE = TaskSet.empty();
  private static final TaskSet ALL = TaskSet.first(10);
  private static final TaskSet THREE = TaskSet.first(3);
  private static final TaskSet FIVE = TaskSet.first(5);

  static Stream<Arguments> situations() {
    return Stream.of(
        // The bag was submitted after the restored time.
        row(missing(), reserved(), RestoreSituation.BAG_LOST_RESERVED, 0),
        row(missing(), running(NONE, NONE), RestoreSituation.BAG_LOST_RUNNING, 10),
        row(missing(), running(FIVE, THREE), RestoreSituation.BAG_LOST_RUNNING, 10),
        row(missing(), without(State.COMPLETED), RestoreSituation.BAG_LOST_ENDED, 0),
        row(missing(), without(State.REFUSED), RestoreSituation.BAG_LOST_ENDED, 0),
        // The bag was deleted before it; agents remember for a day.
        row(deleted(), without(State.COMPLETED), RestoreSituation.CONSISTENT, 0),
        // The part was reserved or committed after it.
        row(notPlaced(), reserved(), RestoreSituation.PART_LOST_RESERVED, 0),
        row(notPlaced(), running(NONE, NONE), RestoreSituation.PART_LOST_RUNNING, 10),
        row(notPlaced(), without(State.COMPLETED), RestoreSituation.PART_LOST_COMPLETED, 0),
        row(notPlaced(), without(State.REFUSED), RestoreSituation.PART_LOST_REFUSED, 0),
        // The part was being reserved at that time.
        row(beingReserved(), reserved(), RestoreSituation.CONSISTENT, 0),
        row(beingReserved(), without(State.REFUSED), RestoreSituation.CONSISTENT, 0),
        row(beingReserved(), running(NONE, NONE), RestoreSituation.PART_LOST_RUNNING, 10),
        row(beingReserved(), without(State.COMPLETED), RestoreSituation.PART_LOST_COMPLETED, 0),
        // The part ran at that time.
        row(runs(ALL, NONE), reserved(), RestoreSituation.CONSISTENT, 0),
        row(runs(ALL, NONE), running(NONE, NONE), RestoreSituation.CONSISTENT, 10),
        row(runs(ALL.minus(THREE), THREE), running(THREE, THREE), RestoreSituation.CONSISTENT, 10),
        row(runs(ALL, FIVE), running(FIVE, THREE), RestoreSituation.CONSISTENT, 10),
        row(runs(ALL.minus(THREE), THREE), running(FIVE, THREE), RestoreSituation.RESULTS_LOST, 2),
        row(runs(ALL, NONE), running(FIVE, FIVE), RestoreSituation.RESULTS_LOST, 5),
        row(
            runs(TaskSet.range(5, 15), NONE),
            running(NONE, NONE),
            RestoreSituation.PART_LOST_RUNNING,
            10),
        row(
            runs(ALL.minus(THREE), THREE),
            without(State.COMPLETED),
            RestoreSituation.PART_COMPLETED_LATER,
            7),
        row(runs(ALL, NONE), without(State.REFUSED), RestoreSituation.PART_RELEASED_LATER, 10),
        // The part had ended at that time.
        row(ended(), without(State.COMPLETED), RestoreSituation.CONSISTENT, 0),
        row(ended(), without(State.REFUSED), RestoreSituation.CONSISTENT, 0),
        row(ended(), running(ALL, FIVE), RestoreSituation.CONSISTENT, 10),
        // The part was lost, perhaps after the restore, because its provider was silent.
        row(lost(THREE), running(THREE, THREE), RestoreSituation.CONSISTENT, 10),
        row(lost(THREE), running(FIVE, THREE), RestoreSituation.RESULTS_LOST, 2),
        row(lost(THREE), without(State.COMPLETED), RestoreSituation.PART_COMPLETED_LATER, 7),
        row(lost(THREE), without(State.REFUSED), RestoreSituation.CONSISTENT, 0));
  }

  @ParameterizedTest
  @MethodSource("situations")
  void journalIsComparedWithDatabase(
      StoredPart stored, JournalEntry entry, RestoreSituation situation, int tasks) {
    assertThat(PartComparison.compare(stored, entry))
        .isEqualTo(new PartComparison.Outcome(situation, tasks));
  }

  private static Arguments row(
      StoredPart stored, JournalEntry entry, RestoreSituation situation, int tasks) {
    return Arguments.of(stored, entry, situation, tasks);
  }

  private static StoredPart missing() {
    return StoredPart.ofMissingBag(BagPresence.MISSING);
  }

  private static StoredPart deleted() {
    return StoredPart.ofMissingBag(BagPresence.DELETED);
  }

  private static StoredPart notPlaced() {
    return new StoredPart(BagPresence.STORED, 0, false, Optional.empty(), NONE, NONE);
  }

  private static StoredPart beingReserved() {
    return new StoredPart(BagPresence.STORED, 0, true, Optional.empty(), NONE, NONE);
  }

  private static StoredPart runs(TaskSet remaining, TaskSet storedResults) {
    return new StoredPart(
        BagPresence.STORED, 10, false, Optional.of(remaining), storedResults, ALL.minus(remaining));
  }

  private static StoredPart ended() {
    return lost(ALL);
  }

  /** A part that does not run any more, with results of these tasks. */
  private static StoredPart lost(TaskSet results) {
    return new StoredPart(BagPresence.STORED, 10, false, Optional.empty(), results, results);
  }

  private static JournalEntry reserved() {
    return without(State.RESERVED);
  }

  private static JournalEntry without(State state) {
    return new JournalEntry(ID, state, NONE, NONE, NONE, Money.ZERO);
  }

  private static JournalEntry running(TaskSet ended, TaskSet accepted) {
    return new JournalEntry(ID, State.COMMITTED, ALL, ended, accepted, new Money(5));
  }
}
