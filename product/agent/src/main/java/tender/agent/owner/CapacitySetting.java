package tender.agent.owner;

/**
 * The owner's current limit on what the agent offers, which the owner may change at any time. It
 * cannot exceed the settings.
 *
 * @param paused whether the agent makes no new offers; existing promises are kept
 * @param maxProcessors that may be planned with and used at a time
 */
public record CapacitySetting(boolean paused, int maxProcessors) {
  /** No limit beyond the settings. */
  static final CapacitySetting UNLIMITED = new CapacitySetting(false, Integer.MAX_VALUE);

  public CapacitySetting {
    if (maxProcessors < 1) {
      throw new IllegalArgumentException(
          "max_processors is " + maxProcessors + ", and must be at least 1.");
    }
  }

  /** For the log. */
  public String describe() {
    String limit =
        maxProcessors == Integer.MAX_VALUE ? "unlimited" : Integer.toString(maxProcessors);
    return "paused=" + paused + ", maxProcessors=" + limit;
  }
}
