package tender.experiments.claims;

import java.util.Collection;
import tender.experiments.statistics.Sample;

/** Whether a claim is borne out. */
public enum Verdict {
  HOLDS("holds"),
  HOLDS_IN_DIRECTION("holds in direction"),
  DOES_NOT_HOLD("does not hold");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }

  /**
   * A claim that all of these differences are above 0. It holds if each is with a confidence of 95
   * %, and in direction if each is on average.
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
   * A claim that all of these differences are small. It holds if each is within the bound with a
   * confidence of 95 %, and in direction if each is on average.
   */
  public static Verdict allWithin(double bound, Collection<Sample> differences) {
    if (differences.stream().allMatch(d -> d.low() > -bound && d.high() < bound)) {
      return HOLDS;
    }
    return differences.stream().allMatch(difference -> Math.abs(difference.mean()) < bound)
        ? HOLDS_IN_DIRECTION
        : DOES_NOT_HOLD;
  }

  /** The worse of two. */
  public Verdict and(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
