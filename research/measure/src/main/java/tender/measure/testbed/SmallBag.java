package tender.measure.testbed;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.reader.BagDraft;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.bags.Submission;

/**
 * A bag of two long tasks, of which each of two providers gets one: only its promise is measured.
 */
public final class SmallBag {
  public static final int TASKS = 2;
  public static final long RUNTIME_MILLIS = Time.HOUR_MILLIS;

  private SmallBag() {}

  /** Leaves one hour for the wait until the tasks start. */
  public static long deadline(long nowMillis) {
    return nowMillis + 2 * RUNTIME_MILLIS;
  }

  static WorkOrder order() {
    return new WorkOrder(
        WorkOrder.VERSION,
        "measure",
        "true",
        new TaskList.Count(TASKS),
        Optional.empty(),
        List.of(),
        List.of(),
        1,
        RUNTIME_MILLIS,
        0,
        Optional.empty());
  }

  /** As a user submits it through REST. */
  static BagDraft draft() {
    return draft(order(), Instant.ofEpochMilli(deadline(System.currentTimeMillis())));
  }

  /** A bag with a deadline and no other requirements. */
  static BagDraft draft(WorkOrder order, Instant deadline) {
    return new BagDraft(
        order,
        Optional.of(deadline),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** As the server stores it. */
  public static Submission submission(BagId bag, UserId user) {
    return new Submission(
        bag,
        user,
        UUID.randomUUID().toString(),
        order(),
        new Requirements(
            OptionalLong.of(deadline(System.currentTimeMillis())), Optional.empty(), false));
  }
}
