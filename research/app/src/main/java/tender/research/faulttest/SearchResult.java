package tender.research.faulttest;

/**
 * What a search gave.
 *
 * @param asked how many worlds it was to run; it ends before when it has found enough violations
 * @param cpuSeconds of the threads that ran worlds
 */
record SearchResult(
    WorldSize size, long firstSeed, int requested, FaultTotals totals, double cpuSeconds) {

  boolean isClean() {
    return totals.violated().isEmpty();
  }

  long lastSeed() {
    return firstSeed + totals.worlds() - 1;
  }

  boolean endedEarly() {
    return totals.worlds() < requested;
  }

  /** How many worlds one core runs in a second. */
  double worldsPerCpuSecond() {
    return cpuSeconds > 0 ? totals.worlds() / cpuSeconds : 0;
  }
}
