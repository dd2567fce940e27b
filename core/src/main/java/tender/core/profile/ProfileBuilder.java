package tender.core.profile;

/** Builds a profile from steps in order of time; equal neighbours become one step. */
public final class ProfileBuilder {
  private final long[] fromMillis;
  private final int[] free;
  private int steps;

  /**
   * @param capacity the maximum number of steps
   */
  public ProfileBuilder(int capacity) {
    fromMillis = new long[capacity];
    free = new int[capacity];
  }

  /** Adds a step; a step at the same instant as the previous one replaces it. */
  public ProfileBuilder step(long fromMillis, int free) {
    if (steps > 0 && this.fromMillis[steps - 1] == fromMillis) {
      steps--;
    }
    if (steps == 0 || this.free[steps - 1] != free) {
      this.fromMillis[steps] = fromMillis;
      this.free[steps] = free;
      steps++;
    }
    return this;
  }

  /** The profile, which has at least one step; the builder must not be used again. */
  public ArrayProfile build() {
    return new ArrayProfile(fromMillis, free, steps);
  }

  /** Replaces the steps of a profile; the builder must not be used again. */
  void buildInto(ArrayProfile profile) {
    profile.replaceSteps(fromMillis, free, steps);
  }
}
