package tender.simulator.cluster;

import java.util.Comparator;
import java.util.stream.IntStream;
import tender.core.model.Time;
import tender.core.node.NodePlacement;
import tender.core.node.NodeProfile;
import tender.core.resource.TaskRequest;

/**
 * Replays the starts of a schedule that was made without nodes on the nodes of the machine: which
 * of them are impossible there, although enough processors are free? Each start gets nodes by the
 * rule of {@link NodeProfile}.
 *
 * <p>A start that does not fit gets no nodes, which leaves more to the starts after it, and jobs
 * that end at an instant have left their nodes before others start. So the count is a lower bound
 * for this choice of nodes.
 */
public final class NodeReplay {
  private NodeReplay() {}

  /** How many starts of a complete schedule do not fit on the nodes. */
  public static int startsThatDoNotFit(ClusterSchedule schedule, NodeMachine machine) {
    NodeProfile free = NodeProfile.of(-Time.LIMIT_MILLIS, machine.cluster());
    int[] byStart =
        IntStream.range(0, schedule.jobs().size())
            .boxed()
            .sorted(Comparator.comparingLong(schedule::startMillis))
            .mapToInt(Integer::intValue)
            .toArray();
    int misfits = 0;
    for (int index : byStart) {
      long startMillis = schedule.startMillis(index);
      TaskRequest request = machine.request(schedule.jobs().get(index)).orElseThrow();
      free.trimBefore(startMillis);
      NodePlacement placement =
          free.startAt(request, schedule.endMillis(index) - startMillis, startMillis);
      if (placement.isNone()) {
        misfits++;
      } else {
        free.take(request, placement, schedule.endMillis(index));
      }
    }
    return misfits;
  }
}
