package tender.research.faulttest;

/**
 * The result of a search.
 *
 * @param requested the number of worlds to run; the search ends earlier if it finds enough
 *     violations
 * @param cpuSeconds of the threads that ran worlds
 */
record SearchResult(
    WorldKind kind, long firstSeed, int requested, FaultTotals totals, double cpuSeconds) {

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
