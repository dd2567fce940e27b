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
 * Divides a site's processors so that jobs wait least, with CMA-ES of Hipparchus.
 *
 * <p>Processors are whole, so the wait is a function of steps, level almost everywhere and with
 * several local minima: what goes by slopes (BOBYQA, conjugate gradients) or by a simplex that
 * shrinks (Nelder and Mead) stops on the first level. CMA-ES draws many points at a time and learns
 * from their order in which directions to draw wider, which steps do not disturb. It is started
 * several times from points of a seeded generator, and so always finds the same.
 *
 * <p>It need not look at every size. A part that is larger than the largest job it gets might as
 * well leave the rest to the last part, so all others have as many processors as some job needs.
 */
final class PartitionSearch {
  private static final int SEED = 1;
  private static final int STARTS = 10;
  private static final int POPULATION = 30;
  private static final int MOST_ROUNDS = 200;

  private final QueueingModel model;

  PartitionSearch(QueueingModel model) {
    this.model = model;
  }

  /**
   * The best partition into so many parts.
   *
   * @throws IllegalArgumentException if none of so many has room for the largest job
   */
  ProcessorPartition best(int parts) {
    if (parts < 1 || parts > model.maxBlocks()) {
      throw new IllegalArgumentException(
          "A site of %d processors can have 1 to %d parts of which one has room for a job of %d, not %d."
              .formatted(
                  model.processorsPerSite(), model.maxBlocks(), model.processorDemand().largest(), parts));
    }
    Relaxation relaxation = new Relaxation(parts);
    if (parts == 1) {
      return relaxation.partition(new double[0]);
    }
    RandomGenerator random = new Well19937c(SEED);
    PointValuePair best =
        Stream.generate(() -> relaxation.minimum(random))
            .limit(STARTS)
            .min(Comparator.comparingDouble(PointValuePair::getValue))
            .orElseThrow();
    return relaxation.partition(best.getPoint());
  }

  /**
   * Partitions as points: a coordinate for each part but the last, which has what is left. Rounded
   * down it is an index into the sizes that are worth a try.
   */
  private final class Relaxation {
    private final int coordinates;
    private final int[] candidates;

    /** The wait in a site that is not divided, than which no partition is worse. */
    private final double undividedSeconds;

    Relaxation(int parts) {
      coordinates = parts - 1;
      int processors = model.processorsPerSite();
      int room = Math.min(processors - model.processorDemand().largest(), processors / 2);
      candidates =
          IntStream.rangeClosed(1, room)
              .filter(size -> size == 1 || model.processorDemand().probability(size - 1, size) > 0)
              .toArray();
      undividedSeconds = new PartitionedSite(model, ProcessorPartition.of(processors)).waitSeconds();
    }

    PointValuePair minimum(RandomGenerator random) {
      double[] start = new double[coordinates];
      double[] spread = new double[coordinates];
      double[] high = new double[coordinates];
      Arrays.setAll(start, i -> candidates.length * random.nextDouble());
      Arrays.fill(spread, candidates.length / 3.0);
      Arrays.fill(high, candidates.length);
      return new CMAESOptimizer(
              MOST_ROUNDS, 0, true, 0, 1, random, false, new SimpleValueChecker(-1, -1))
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
     * Worse than any partition, and the more so the further from one, if the last part is small.
     */
    private double waitSeconds(double[] point) {
      int[] sizes = sizes(point);
      int last = sizes[coordinates];
      int least = Math.max(model.processorDemand().largest(), sizes[coordinates - 1]);
      return last < least
          ? undividedSeconds * (1 + least - last)
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
