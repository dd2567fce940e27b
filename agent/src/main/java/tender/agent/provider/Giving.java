package tender.agent.provider;

/**
 * How much a cluster's owner gives at present, which she may change at any time. It stays below
 * what the settings allow.
 *
 * @param paused whether nothing more is offered; what was promised is done all the same
 * @param processorsAtMost how many may be planned with and used at a time
 */
public record Giving(boolean paused, int processorsAtMost) {
  /** All that the settings allow. */
  static final Giving ALL = new Giving(false, Integer.MAX_VALUE);

  public Giving {
    if (processorsAtMost < 1) {
      throw new IllegalArgumentException(
          "processorsAtMost is " + processorsAtMost + ", and must be at least 1.");
    }
  }

  /** For the log. */
  String inWords() {
    String most =
        processorsAtMost == Integer.MAX_VALUE
            ? "as many processors as the settings allow"
            : "at most " + processorsAtMost + " processors";
    return paused ? "to offer nothing more" : "to offer, " + most;
  }
}
