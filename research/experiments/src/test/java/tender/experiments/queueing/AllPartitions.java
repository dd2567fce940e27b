package tender.experiments.queueing;

import java.util.ArrayList;
import java.util.List;

/** Tries all partitions of a site into so many parts with room for the largest job. */
final class AllPartitions {
  private final QueueingModel model;
  private double leastWaitSeconds = Double.POSITIVE_INFINITY;

  private AllPartitions(QueueingModel model) {
    this.model = model;
  }

  static double leastWaitSeconds(QueueingModel model, int parts) {
    AllPartitions all = new AllPartitions(model);
    all.extend(List.of(), parts, model.processorsPerSite());
    return all.leastWaitSeconds;
  }

  private void extend(List<Integer> sizes, int parts, int left) {
    if (parts == 1) {
      PartitionedSite site = new PartitionedSite(model, new ProcessorPartition(with(sizes, left)));
      leastWaitSeconds = Math.min(leastWaitSeconds, site.waitSeconds());
      return;
    }
    int before = sizes.isEmpty() ? 1 : sizes.getLast();
    for (int size = before; size * parts <= left; size++) {
      if (left - size * (parts - 1) >= model.processorDemand().largest()) {
        extend(with(sizes, size), parts - 1, left - size);
      }
    }
  }

  private static List<Integer> with(List<Integer> sizes, int size) {
    List<Integer> longer = new ArrayList<>(sizes);
    longer.add(size);
    return longer;
  }
}
