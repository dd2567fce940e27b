package tender.experiments.queueing;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Jobs of like valuation.
 *
 * @param probability that a job is of this class, p_j
 * @param valuing how long it takes to value and order one of them; the paper takes it to be very
 *     short and almost the same for all
 */
public record PriorityClass(double probability, ServiceTime valuationTime) {
  public PriorityClass {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException(probability + " is no probability.");
    }
  }

  /** Classes that are valued equally fast, the most urgent first. */
  public static List<PriorityClass> withEqualValuationTime(double valuingSeconds, double... probabilities) {
    ServiceTime valuing = ServiceTime.constant(valuingSeconds);
    return DoubleStream.of(probabilities).mapToObj(p -> new PriorityClass(p, valuing)).toList();
  }
}
