package tender.experiments.queueing;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.PointValuePair;
import org.hipparchus.optim.SimpleBounds;
import org.hipparchus.optim.SimpleValueChecker;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.noderiv.CMAESOptimizer;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;

/**
 * Finds the partition of a site's processors with the shortest mean wait, by the CMA-ES optimiser
 * of Hipparchus.
 *
 * <p>Block sizes are integers, so the wait is a step function that is flat almost everywhere and
 * has several local minima. Methods that follow a local slope (BOBYQA, conjugate gradients) or
 * shrink a simplex (Nelder–Mead) stop on the first plateau. CMA-ES draws a population of points and
 * adapts its search distribution to their ranking, which plateaus do not disturb. The search
 * restarts several times from points of a seeded generator, so its result is reproducible.
 *
 * <p>The search only tries block sizes that equal some job's processor demand: processors that no
 * job of a block can use are better given to the last block.
 */
final class PartitionSearch {
  private static final int SEED = 1;
  private static final int RESTARTS = 10;
  private static final int POPULATION = 30;
  private static final int MAX_ITERATIONS = 200;

  private final QueueingModel model;

  PartitionSearch(QueueingModel model) {
    this.model = model;
  }

  /**
   * The best partition into this number of blocks.
   *
   * @throws IllegalArgumentException if no such partition has room for the largest job
   */
  ProcessorPartition best(int blocks) {
    if (blocks < 1 || blocks > model.maxBlocks()) {
      throw new IllegalArgumentException(
          ("Cannot divide a site of %d processors into %d blocks with room for a job of %d."
                  + " Choose 1 to %d blocks.")
              .formatted(
                  model.processorsPerSite(),
                  blocks,
                  model.processorDemand().largest(),
                  model.maxBlocks()));
    }
    Relaxation relaxation = new Relaxation(blocks);
    if (blocks == 1) {
      return relaxation.partition(new double[0]);
    }
    RandomGenerator random = new Well19937c(SEED);
    PointValuePair best =
        Stream.generate(() -> relaxation.minimum(random))
            .limit(RESTARTS)
            .min(Comparator.comparingDouble(PointValuePair::getValue))
            .orElseThrow();
    return relaxation.partition(best.getPoint());
  }

  /**
   * Represents a partition as a point: one coordinate for each block except the last, which gets
   * the remaining processors. A coordinate, rounded down, is an index into the candidate sizes.
   */
  private final class Relaxation {
    private final int coordinates;
    private final int[] candidates;

    /** The mean wait at an undivided site; no partition is worse. */
    private final double undividedSeconds;

    Relaxation(int blocks) {
      coordinates = blocks - 1;
      int processors = model.processorsPerSite();
      int maxSize = Math.min(processors - model.processorDemand().largest(), processors / 2);
      candidates =
          IntStream.rangeClosed(1, maxSize)
              .filter(size -> size == 1 || model.processorDemand().probability(size - 1, size) > 0)
              .toArray();
      undividedSeconds =
          new PartitionedSite(model, ProcessorPartition.of(processors)).waitSeconds();
    }

    PointValuePair minimum(RandomGenerator random) {
      double[] start = new double[coordinates];
      double[] spread = new double[coordinates];
      double[] high = new double[coordinates];
      Arrays.setAll(start, i -> candidates.length * random.nextDouble());
      Arrays.fill(spread, candidates.length / 3.0);
      Arrays.fill(high, candidates.length);
      return new CMAESOptimizer(
              MAX_ITERATIONS, 0, true, 0, 1, random, false, new SimpleValueChecker(-1, -1))
          .optimize(
              new MaxEval(Integer.MAX_VALUE),
              new ObjectiveFunction(this::waitSeconds),
              GoalType.MINIMIZE,
              new InitialGuess(start),
              new SimpleBounds(new double[coordinates], high),
              new CMAESOptimizer.Sigma(spread),
              new CMAESOptimizer.PopulationSize(POPULATION));
    }

    /**
     * The mean wait, or, if the last block is too small, a penalty that exceeds the wait of any
     * partition and grows with the shortfall.
     */
    private double waitSeconds(double[] point) {
      int[] sizes = sizes(point);
      int last = sizes[coordinates];
      int required = Math.max(model.processorDemand().largest(), sizes[coordinates - 1]);
      return last < required
          ? undividedSeconds * (1 + required - last)
          : new PartitionedSite(model, partition(point)).waitSeconds();
    }

    ProcessorPartition partition(double[] point) {
      return new ProcessorPartition(IntStream.of(sizes(point)).boxed().toList());
    }

    private int[] sizes(double[] point) {
      int[] sizes = new int[coordinates + 1];
      for (int i = 0; i < coordinates; i++) {
        sizes[i] = candidates[Math.clamp((long) point[i], 0, candidates.length - 1)];
      }
      Arrays.sort(sizes, 0, coordinates);
      sizes[coordinates] = model.processorsPerSite() - Arrays.stream(sizes).sum();
      return sizes;
    }
  }
}
