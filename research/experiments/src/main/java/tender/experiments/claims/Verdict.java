package tender.experiments.claims;

import java.util.Collection;
import tender.experiments.statistics.Sample;

/** Whether our results confirm a claim. */
public enum Verdict {
  HOLDS("holds"),
  HOLDS_IN_DIRECTION("holds in direction"),
  DOES_NOT_HOLD("does not hold");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }

  /**
   * Checks the claim that all differences are above 0. It holds if each is above 0 with 95 %
   * confidence, and holds in direction if each mean is above 0.
   */
  public static Verdict allPositive(Collection<Sample> differences) {
    if (differences.stream().allMatch(difference -> difference.low() > 0)) {
      return HOLDS;
    }
    return differences.stream().allMatch(difference -> difference.mean() > 0)
        ? HOLDS_IN_DIRECTION
        : DOES_NOT_HOLD;
  }

  /**
   * Checks the claim that all differences are small. It holds if each is within the bound with 95 %
   * confidence, and holds in direction if each mean is within the bound.
   */
  public static Verdict allWithin(double bound, Collection<Sample> differences) {
    if (differences.stream().allMatch(d -> d.low() > -bound && d.high() < bound)) {
      return HOLDS;
    }
    return differences.stream().allMatch(difference -> Math.abs(difference.mean()) < bound)
        ? HOLDS_IN_DIRECTION
        : DOES_NOT_HOLD;
  }

  /** The worse of two verdicts. */
  public Verdict and(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
