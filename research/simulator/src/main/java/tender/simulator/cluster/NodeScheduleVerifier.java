package tender.simulator.cluster;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.node.NodePlacement;
import tender.core.node.NodePlanViolation;
import tender.core.node.NodePlanViolation.Oversubscribed;
import tender.core.node.NodePlanViolation.WrongNumberOfNodes;
import tender.core.resource.Resource;
import tender.core.resource.ResourceAmounts;

/**
 * Checks the nodes of a finished schedule independently of how it was made: every job has as many
 * nodes as it requested, and no node gives more processors or memory than it has. It visits all
 * starts and ends once, so that it can check whole logs; {@code NodePlanVerifier} checks more, and
 * takes much longer. {@link ScheduleVerifier} checks the starts.
 */
public final class NodeScheduleVerifier {
  private final NodeClusterSchedule schedule;
  private final int[] processors;
  private final long[] memoryMib;
  private final List<NodePlanViolation> violations = new ArrayList<>();

  private NodeScheduleVerifier(NodeClusterSchedule schedule) {
    this.schedule = schedule;
    processors = new int[schedule.cluster().nodes()];
    memoryMib = new long[schedule.cluster().nodes()];
  }

  /** All violations in a schedule; empty if it is correct. */
  public static List<NodePlanViolation> verify(NodeClusterSchedule schedule) {
    NodeScheduleVerifier verifier = new NodeScheduleVerifier(schedule);
    CompletionQueue starts = new CompletionQueue();
    CompletionQueue ends = new CompletionQueue();
    for (int index = 0; index < schedule.starts().jobs().size(); index++) {
      if (schedule.starts().startMillis(index) != Time.NEVER) {
        starts.add(schedule.starts().startMillis(index), index);
      }
    }
    while (starts.nextMillis() != Time.NEVER) {
      if (ends.nextMillis() <= starts.nextMillis()) {
        verifier.change(ends.remove(), -1);
      } else {
        int index = starts.remove();
        verifier.checkNodes(index);
        verifier.change(index, 1);
        verifier.checkAmounts(index);
        ends.add(schedule.starts().endMillis(index), index);
      }
    }
    return verifier.violations;
  }

  private void checkNodes(int index) {
    int requested = schedule.request(index).nodes();
    long different = schedule.placement(index).nodes().distinct().count();
    if (different != requested) {
      violations.add(new WrongNumberOfNodes(id(index), requested, different));
    }
  }

  private void change(int index, int sign) {
    NodePlacement placement = schedule.placement(index);
    ResourceAmounts amounts = schedule.request(index).perNode();
    for (int i = 0; i < placement.size(); i++) {
      processors[placement.node(i)] += sign * amounts.processors();
      memoryMib[placement.node(i)] += (long) sign * amounts.memoryMib();
    }
  }

  private void checkAmounts(int index) {
    NodePlacement placement = schedule.placement(index);
    for (int i = 0; i < placement.size(); i++) {
      int node = placement.node(i);
      check(node, Resource.PROCESSORS, placement.startMillis(), processors[node]);
      check(node, Resource.MEMORY, placement.startMillis(), memoryMib[node]);
    }
  }

  private void check(int node, Resource resource, long instantMillis, long taken) {
    int total = schedule.cluster().kindOf(node).total().amount(resource);
    if (taken > total) {
      violations.add(new Oversubscribed(node, resource, instantMillis, taken, total));
    }
  }

  private JobId id(int index) {
    return new JobId(Long.toString(schedule.starts().jobs().get(index).number()));
  }
}
