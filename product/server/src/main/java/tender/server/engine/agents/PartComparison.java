package tender.server.engine.agents;

import java.util.Optional;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.TaskSet;
import tender.protocol.JournalEntry;
import tender.server.model.RestoreSituation;

/**
 * Compares what a provider and a restored database know of a part. They agree if the part can
 * continue as if nothing had happened. Otherwise the provider forgets it, and the market places its
 * tasks again: work may be done twice, but no result is missing that the market counts as done.
 */
final class PartComparison {
  private PartComparison() {}

  /** What the database knows of the bag. */
  enum BagPresence {
    STORED,
    /** Deleted before the restored time. */
    DELETED,
    /** Submitted after the restored time. */
    MISSING
  }

  /**
   * What the database knows of a part.
   *
   * @param placedTasks how many tasks were assigned to it; 0 if it never was placed
   * @param isBeingReserved whether it is one of the parts that are being reserved
   * @param remainingTasks if the part runs, the tasks without accepted results
   * @param storedResults the tasks whose results are stored
   * @param acceptedResults the tasks whose results were accepted
   */
  record StoredPart(
      BagPresence bag,
      int placedTasks,
      boolean isBeingReserved,
      Optional<TaskSet> remainingTasks,
      TaskSet storedResults,
      TaskSet acceptedResults) {

    static StoredPart ofMissingBag(BagPresence bag) {
      return new StoredPart(bag, 0, false, Optional.empty(), TaskSet.empty(), TaskSet.empty());
    }

    static StoredPart of(
        BagState bag,
        ReservationId id,
        int placedTasks,
        TaskSet storedResults,
        TaskSet acceptedResults) {
      boolean isBeingReserved = false;
      Optional<TaskSet> remaining = Optional.empty();
      if (bag instanceof BagState.Open open) {
        isBeingReserved =
            open.placement().orElse(null) instanceof PlacementState.Attempt attempt
                && attempt.concerns(id);
        remaining =
            open.parts().stream()
                .filter(part -> part.id().equals(id) && part.fault().isEmpty())
                .map(RunningPart::remainingTasks)
                .findFirst();
      }
      return new StoredPart(
          BagPresence.STORED,
          placedTasks,
          isBeingReserved,
          remaining,
          storedResults,
          acceptedResults);
    }
  }

  /**
   * The result.
   *
   * @param tasks how many tasks it concerns
   */
  record Outcome(RestoreSituation situation, int tasks) {}

  static Outcome compare(StoredPart stored, JournalEntry entry) {
    if (stored.bag == BagPresence.DELETED) {
      return consistent(entry);
    }
    if (stored.bag == BagPresence.MISSING) {
      return new Outcome(ofMissingBag(entry.state()), entry.tasks().size());
    }
    if (stored.remainingTasks.isPresent()) {
      return ofRunningPart(stored, stored.remainingTasks.get(), entry);
    }
    if (stored.placedTasks > 0) {
      return ofFormerPart(stored, entry);
    }
    boolean isReserved =
        entry.state() == JournalEntry.State.RESERVED || entry.state() == JournalEntry.State.REFUSED;
    return stored.isBeingReserved && isReserved
        ? consistent(entry)
        : new Outcome(ofMissingPart(entry.state()), entry.tasks().size());
  }

  private static Outcome consistent(JournalEntry entry) {
    return new Outcome(RestoreSituation.CONSISTENT, entry.tasks().size());
  }

  private static RestoreSituation ofMissingBag(JournalEntry.State state) {
    return switch (state) {
      case RESERVED -> RestoreSituation.BAG_LOST_RESERVED;
      case COMMITTED -> RestoreSituation.BAG_LOST_RUNNING;
      case COMPLETED, REFUSED -> RestoreSituation.BAG_LOST_ENDED;
    };
  }

  private static RestoreSituation ofMissingPart(JournalEntry.State state) {
    return switch (state) {
      case RESERVED -> RestoreSituation.PART_LOST_RESERVED;
      case COMMITTED -> RestoreSituation.PART_LOST_RUNNING;
      case COMPLETED -> RestoreSituation.PART_LOST_COMPLETED;
      case REFUSED -> RestoreSituation.PART_LOST_REFUSED;
    };
  }

  /**
   * The part has ended or was lost by the database, perhaps since the restore, because its provider
   * was silent. What is left of it is released by the rules of the bag.
   */
  private static Outcome ofFormerPart(StoredPart stored, JournalEntry entry) {
    int unaccepted = stored.placedTasks - stored.acceptedResults.size();
    if (entry.state() == JournalEntry.State.COMPLETED && unaccepted > 0) {
      return new Outcome(RestoreSituation.PART_COMPLETED_LATER, unaccepted);
    }
    TaskSet lost = entry.endedTasks().minus(stored.storedResults);
    return lost.isEmpty()
        ? consistent(entry)
        : new Outcome(RestoreSituation.RESULTS_LOST, lost.size());
  }

  private static Outcome ofRunningPart(StoredPart stored, TaskSet remaining, JournalEntry entry) {
    return switch (entry.state()) {
      // The commit is repeated.
      case RESERVED -> consistent(entry);
      case COMMITTED -> {
        TaskSet lost = entry.endedTasks().minus(stored.storedResults);
        if (!entry.tasks().containsAll(remaining)) {
          yield new Outcome(RestoreSituation.PART_LOST_RUNNING, remaining.size());
        }
        yield lost.isEmpty()
            ? consistent(entry)
            : new Outcome(RestoreSituation.RESULTS_LOST, lost.size());
      }
      case COMPLETED -> new Outcome(RestoreSituation.PART_COMPLETED_LATER, remaining.size());
      case REFUSED -> new Outcome(RestoreSituation.PART_RELEASED_LATER, remaining.size());
    };
  }
}
