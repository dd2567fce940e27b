package tender.measure.testbed;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.reader.BagDraft;
import tender.core.model.Time;

/** A bag of a few short tasks, which runs to its end in a measurement. */
public final class ShortBag {
  public static final int TASKS = 2;
  private static final Duration TIME_TO_DEADLINE = Duration.ofHours(2);

  private ShortBag() {}

  public static BagDraft draft() {
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "failover",
            "sleep 0.2",
            new TaskList.Count(TASKS),
            Optional.empty(),
            List.of(),
            List.of(),
            1,
            2 * Time.SECOND_MILLIS,
            0,
            Optional.empty());
    return SmallBag.draft(order, Instant.now().plus(TIME_TO_DEADLINE));
  }
}
