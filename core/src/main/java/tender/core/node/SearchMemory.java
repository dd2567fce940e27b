package tender.core.node;

/**
 * The last search for the earliest start of a task with one demand. Many equal tasks arrive one
 * after the other, and until something is released, none of them can start before the last one.
 */
final class SearchMemory {
  private long durationMillis;
  private long fromMillis;
  private long foundMillis;
  private long releases = -1;

  /**
   * Notes the result of a search.
   *
   * @param releases how often something was released before
   */
  void record(long durationMillis, long fromMillis, long foundMillis, long releases) {
    this.durationMillis = durationMillis;
    this.fromMillis = fromMillis;
    this.foundMillis = foundMillis;
    this.releases = releases;
  }

  /** The first instant, not before another, at which a task may start. */
  long notBefore(long durationMillis, long instantMillis, long releases) {
    return this.releases == releases
            && this.durationMillis <= durationMillis
            && fromMillis <= instantMillis
        ? Math.max(instantMillis, foundMillis)
        : instantMillis;
  }
}
