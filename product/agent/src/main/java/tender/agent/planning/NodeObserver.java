package tender.agent.planning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.agent.batch.ClusterNodes;
import tender.agent.batch.LocalJob;
import tender.agent.batch.NodeAllocation;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;
import tender.agent.execution.PartManager;
import tender.core.model.Time;
import tender.core.node.ObservedUse;
import tender.core.resource.ResourceAmounts;

/** Tells core what running jobs have on each node. */
final class NodeObserver {
  private final ClusterNodes nodes;
  private final int lent;
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final List<ObservedUse> uses = new ArrayList<>();

  /**
   * For one observation.
   *
   * @param lent how many processors of the cluster core may plan with; the others are for local
   *     jobs
   */
  NodeObserver(ClusterNodes nodes, int lent) {
    this.nodes = nodes;
    this.lent = lent;
    for (String name : nodes.names()) {
      numbers.put(name, numbers.size());
    }
  }

  /** What the jobs in the queue have on each node. */
  List<ObservedUse> observe(QueueSnapshot queue, PartManager parts, long nowMillis) {
    int localProcessors = 0;
    for (LocalJob job : queue.localJobs()) {
      if (job.running()) {
        localProcessors += job.processors();
        long endMillis = Math.min(job.startedMillis() + job.limitMillis(), Time.LIMIT_MILLIS);
        add(job.allocation(), job.startedMillis(), endMillis);
      }
    }
    for (OwnTask task : queue.ownTasks()) {
      if (task.running()) {
        long endMillis = parts.expectedEndMillis(task, nowMillis).orElse(nowMillis + 1);
        add(task.allocation(), task.startedMillis(), endMillis);
      }
    }
    withhold(processors() - lent - localProcessors, nowMillis);
    return uses;
  }

  private int processors() {
    return nodes.cluster().groups().stream()
        .mapToInt(group -> group.nodes() * group.kind().total().processors())
        .sum();
  }

  private void add(Optional<NodeAllocation> allocation, long startedMillis, long endMillis) {
    if (allocation.isEmpty() || startedMillis == Time.NEVER) {
      return;
    }
    NodeAllocation given = allocation.get();
    for (String name : given.names()) {
      Integer node = numbers.get(name);
      if (node != null) {
        ResourceAmounts total = nodes.cluster().kindOf(node).total();
        ResourceAmounts amounts = given.exclusive() ? total : given.perNode().atMost(total);
        uses.add(new ObservedUse(node, amounts, startedMillis, endMillis));
      }
    }
  }

  /**
   * Keeps processors for local jobs that the owner does not lend, those of the last nodes first.
   */
  private void withhold(int processors, long nowMillis) {
    int left = processors;
    for (int node = nodes.names().size() - 1; node >= 0 && left > 0; node--) {
      int kept = Math.min(left, freeProcessors(node));
      if (kept > 0) {
        uses.add(new ObservedUse(node, new ResourceAmounts(kept, 0, 0, 0), nowMillis, Time.NEVER));
        left -= kept;
      }
    }
  }

  private int freeProcessors(int node) {
    int used =
        uses.stream()
            .filter(use -> use.node() == node)
            .mapToInt(use -> use.amounts().processors())
            .sum();
    return Math.max(0, nodes.cluster().kindOf(node).total().processors() - used);
  }
}
