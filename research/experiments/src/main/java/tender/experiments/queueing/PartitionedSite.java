package tender.experiments.queueing;

import java.util.ArrayList;
import java.util.List;

/**
 * A site whose processors are divided, each part a queue of its own (A.13 to A.20).
 *
 * <p>Two things are not as printed:
 *
 * <ul>
 *   <li>A.18 takes the plain mean over the parts. But the mean wait of a job is the mean over jobs,
 *       so each part counts as often as a job goes there, u_zf. The plain mean would be smallest
 *       where many parts stand idle.
 *   <li>A.19 multiplies by λ / m, which makes a number of a time. The mean over sites is meant; as
 *       the sites are alike it is that of one of them.
 * </ul>
 *
 * <p>A job that needs more processors than the largest part has would be lost, and the fewer jobs
 * the shorter the waits. So a partition must have room for the largest job.
 */
record PartitionedSite(QueueingModel model, ProcessorPartition partition) implements Station {
  PartitionedSite {
    if (partition.total() != model.processorsPerSite()
        || partition.largest() < model.processorDemand().largest()) {
      throw new IllegalArgumentException(
          "%s do not divide %d processors with room for a job of %d."
              .formatted(
                  partition.processors(), model.processorsPerSite(), model.processorDemand().largest()));
    }
  }

  /** Of the part that is most loaded: if waits grow in one, the mean does. */
  @Override
  public double load() {
    return parts().stream().mapToDouble(part -> part.queue.load()).max().orElse(0);
  }

  @Override
  public double waitSeconds() {
    return parts().stream().mapToDouble(part -> part.probability * part.queue.waitSeconds()).sum();
  }

  private List<Part> parts() {
    ServiceTime service = model.runTime().serviceTime();
    List<Part> parts = new ArrayList<>(partition.blocks());
    int before = 0;
    for (int size : partition.processors()) {
      double probability = model.processorDemand().probability(before, size);
      double arrivalsPerSecond = model.arrivalsPerSecondAtSite() * probability;
      parts.add(new Part(probability, new Mg1Queue(arrivalsPerSecond, service)));
      before = size;
    }
    return parts;
  }

  /**
   * @param probability u_zf, that a job goes there
   */
  private record Part(double probability, Mg1Queue queue) {}
}
