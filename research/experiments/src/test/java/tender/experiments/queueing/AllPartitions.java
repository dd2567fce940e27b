package tender.experiments.queueing;

import java.util.ArrayList;
import java.util.List;

/** Tries all partitions of a site into a number of blocks with room for the largest job. */
final class AllPartitions {
  private final QueueingModel model;
  private double minWaitSeconds = Double.POSITIVE_INFINITY;

  private AllPartitions(QueueingModel model) {
    this.model = model;
  }

  static double minWaitSeconds(QueueingModel model, int blocks) {
    AllPartitions all = new AllPartitions(model);
    all.extend(List.of(), blocks, model.processorsPerSite());
    return all.minWaitSeconds;
  }

  private void extend(List<Integer> sizes, int blocks, int remaining) {
    if (blocks == 1) {
      PartitionedSite site =
          new PartitionedSite(model, new ProcessorPartition(with(sizes, remaining)));
      minWaitSeconds = Math.min(minWaitSeconds, site.waitSeconds());
      return;
    }
    int previous = sizes.isEmpty() ? 1 : sizes.getLast();
    for (int size = previous; size * blocks <= remaining; size++) {
      if (remaining - size * (blocks - 1) >= model.processorDemand().largest()) {
        extend(with(sizes, size), blocks - 1, remaining - size);
      }
    }
  }

  private static List<Integer> with(List<Integer> sizes, int size) {
    List<Integer> longer = new ArrayList<>(sizes);
    longer.add(size);
    return longer;
  }
}
