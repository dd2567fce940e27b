package tender.agent;

import java.util.Optional;
import tender.agent.pilot.PilotSettings;

/**
 * Which tasks are run by pilots, one after another, instead of as separate jobs.
 *
 * @param maxTaskSeconds tasks with a shorter estimate are run by pilots; 0: none
 * @param maxPilotSeconds time limit of a pilot, unless a single task may run longer
 */
public record PilotsSection(Optional<Double> maxTaskSeconds, Optional<Double> maxPilotSeconds) {
  static final PilotsSection DEFAULTS = new PilotsSection(Optional.empty(), Optional.empty());

  private static final double DEFAULT_MAX_TASK_SECONDS = 60;
  private static final double DEFAULT_MAX_PILOT_SECONDS = 3_600;

  PilotSettings settings() {
    double shorter = maxTaskSeconds.orElse(DEFAULT_MAX_TASK_SECONDS);
    return new PilotSettings(
        shorter == 0 ? 0 : AgentConfig.millis(shorter, "pilots.max_task_seconds"),
        AgentConfig.millis(
            maxPilotSeconds.orElse(DEFAULT_MAX_PILOT_SECONDS), "pilots.max_pilot_seconds"));
  }
}
