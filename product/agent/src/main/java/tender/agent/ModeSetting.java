package tender.agent;

import tender.agent.lending.LendingMode;

/** Reads the settings for the precedence of local jobs and market work. */
final class ModeSetting {
  private static final String WAIT = "local_wait_at_most_seconds";
  private static final double DEFAULT_WAIT_SECONDS = 3_600;

  private ModeSetting() {}

  static LendingMode of(AgentConfig config) {
    return switch (config.mode().orElse("idle")) {
      case "idle" -> config.rescheduling().isPresent() ? LendingMode.ONE_QUEUE : LendingMode.IDLE;
      case "committed" -> committed(config);
      default ->
          throw new IllegalArgumentException(
              "The setting 'mode' is '"
                  + config.mode().orElseThrow()
                  + "', and must be idle or committed.");
    };
  }

  private static LendingMode committed(AgentConfig config) {
    if (config.rescheduling().isPresent()) {
      throw new IllegalArgumentException(
          "The settings 'mode: committed' and 'rescheduling' cannot be combined: reserved"
              + " processors do not move in the queue. Remove one.");
    }
    double seconds = config.localWaitAtMostSeconds().orElse(DEFAULT_WAIT_SECONDS);
    LendingMode committed = LendingMode.committed(AgentConfig.millis(seconds, WAIT));
    if (committed.untilStopMillis() <= 0) {
      throw new IllegalArgumentException(
          "The setting '%s' is %s, and must be above 30: tasks are stopped 30 s before that."
              .formatted(WAIT, seconds));
    }
    return committed;
  }
}
