package tender.experiments.queueing;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A class of jobs with the same priority, which follows from their valuation.
 *
 * @param probability p_j, that a job belongs to this class
 * @param valuationTime time to value and rank one such job; the paper assumes it to be very short
 *     and almost the same for all classes
 */
public record PriorityClass(double probability, ServiceTime valuationTime) {
  public PriorityClass {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "The probability of a class is " + probability + ". It must be from 0 to 1.");
    }
  }

  /** Classes with the same constant valuation time, in descending priority. */
  public static List<PriorityClass> withEqualValuationTime(
      double valuingSeconds, double... probabilities) {
    ServiceTime valuing = ServiceTime.constant(valuingSeconds);
    return DoubleStream.of(probabilities).mapToObj(p -> new PriorityClass(p, valuing)).toList();
  }
}
