package tender.experiments.queueing;

import java.util.ArrayList;
import java.util.List;

/**
 * A site with a partition of its processors; each block is an M/G/1 queue (A.13 to A.20).
 *
 * <p>The code differs from the printed equations in two points:
 *
 * <ul>
 *   <li>A.18 takes the unweighted mean over the blocks. The mean wait of a job is a mean over jobs,
 *       so each block is weighted by the probability u_zf that a job goes there. The unweighted
 *       mean would favour partitions with many idle blocks.
 *   <li>A.19 multiplies by λ / m, which turns a time into a number. The intended mean over sites
 *       equals the value of one site, because the sites are identical.
 * </ul>
 *
 * <p>A job that needs more processors than the largest block has would be dropped, which would
 * shorten the waits. So the largest block must hold the largest job.
 */
record PartitionedSite(QueueingModel model, ProcessorPartition partition) implements Station {
  PartitionedSite {
    if (partition.total() != model.processorsPerSite()
        || partition.largest() < model.processorDemand().largest()) {
      throw new IllegalArgumentException(
          "Block sizes %s do not divide %d processors with room for a job of %d."
              .formatted(
                  partition.processors(),
                  model.processorsPerSite(),
                  model.processorDemand().largest()));
    }
  }

  /** The load of the most loaded block: if waits grow in one block, the mean wait grows. */
  @Override
  public double load() {
    return blocks().stream().mapToDouble(block -> block.queue.load()).max().orElse(0);
  }

  @Override
  public double waitSeconds() {
    return blocks().stream()
        .mapToDouble(block -> block.probability * block.queue.waitSeconds())
        .sum();
  }

  private List<Block> blocks() {
    ServiceTime service = model.runTime().serviceTime();
    List<Block> blocks = new ArrayList<>(partition.blocks());
    int previous = 0;
    for (int size : partition.processors()) {
      double probability = model.processorDemand().probability(previous, size);
      double arrivalsPerSecond = model.arrivalsPerSecondAtSite() * probability;
      blocks.add(new Block(probability, new Mg1Queue(arrivalsPerSecond, service)));
      previous = size;
    }
    return blocks;
  }

  /**
   * @param probability u_zf, that a job goes to this block
   */
  private record Block(double probability, Mg1Queue queue) {}
}
