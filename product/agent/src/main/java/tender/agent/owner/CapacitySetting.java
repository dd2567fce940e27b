package tender.agent.owner;

/**
 * How much a cluster's owner gives at present, which she may change at any time. It stays below
 * what the settings allow.
 *
 * @param paused whether nothing more is offered; what was promised is done all the same
 * @param processorsAtMost how many may be planned with and used at a time
 */
public record CapacitySetting(boolean paused, int maxProcessors) {
  /** All that the settings allow. */
  static final CapacitySetting UNLIMITED = new CapacitySetting(false, Integer.MAX_VALUE);

  public CapacitySetting {
    if (maxProcessors < 1) {
      throw new IllegalArgumentException(
          "processorsAtMost is " + maxProcessors + ", and must be at least 1.");
    }
  }

  /** For the log. */
  public String describe() {
    String most =
        maxProcessors == Integer.MAX_VALUE
            ? "as many processors as the settings allow"
            : "at most " + maxProcessors + " processors";
    return paused ? "to offer nothing more" : "to offer, " + most;
  }
}
