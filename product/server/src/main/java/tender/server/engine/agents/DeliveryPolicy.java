package tender.server.engine.agents;

import java.util.OptionalInt;
import tender.bagfile.Digest;
import tender.bagfile.results.ResultPack;
import tender.core.message.ReservationId;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;
import tender.server.store.Database;

/**
 * Which result packs are stored: those of parts that were assigned to their provider, also if the
 * provider has lost the part since, up to a quota of bytes for each part.
 */
final class DeliveryPolicy {
  /** Twice the largest result of a task: an agent that crashed may pack results again. */
  private static final long QUOTA_BYTES_PER_TASK = 2 * ResultPack.MAX_BYTES;

  /** More than a database should store for one part; also for parts of very many tasks. */
  private static final long MAX_QUOTA_BYTES = 64L << 30;

  private final Database database;

  DeliveryPolicy(Database database) {
    this.database = database;
  }

  /**
   * Checks a pack. A pack that is already stored does not count a second time.
   *
   * @param part of the authenticated provider
   */
  void check(ReservationId part, Digest pack, long bytes) {
    OptionalInt tasks = database.history().placedTasks(part);
    if (tasks.isEmpty()) {
      throw new NotAllowedException(
          AgentRejection.NO_PART, "There is no part " + part + " that could have results.");
    }
    long quotaBytes = quotaBytes(tasks.getAsInt());
    long storedBytes = database.packs().storedBytes(part, pack);
    if (bytes > quotaBytes - storedBytes) {
      throw new NotAllowedException(
          AgentRejection.QUOTA_EXCEEDED,
          "The results of part %s would have %d bytes; at most %d are stored."
              .formatted(part, storedBytes + bytes, quotaBytes));
    }
  }

  static long quotaBytes(int tasks) {
    return Math.min(tasks * QUOTA_BYTES_PER_TASK, MAX_QUOTA_BYTES);
  }
}
