package tender.core.profile;

/** Makes a profile out of steps in order of time; equal neighbours become one step. */
public final class ProfileBuilder {
  private final long[] fromMillis;
  private final int[] free;
  private int steps;

  /**
   * @param capacity how many steps there will be at most
   */
  public ProfileBuilder(int capacity) {
    fromMillis = new long[capacity];
    free = new int[capacity];
  }

  /** Adds a step; one at the same instant as the step before overrules it. */
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

  /** Puts the steps in the place of a profile's own; the builder must not be used again. */
  void buildInto(ArrayProfile profile) {
    profile.replaceSteps(fromMillis, free, steps);
  }
}
