package tender.agent.batch.gridengine;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which Grid Engine, and how our jobs stand in it.
 *
 * @param cell how the commands find it
 * @param queue that our jobs go to, and whose slots we plan with
 * @param parallelEnvironment by which a task gets several slots of one host; without it, tasks have
 *     a width of 1
 * @param priority of our jobs, 0 or less: those of the cell's own users have 0 unless they say
 *     otherwise
 */
public record GridEngineSettings(
    GridEngineAddress cell, String queue, Optional<String> parallelEnvironment, int priority) {
  /** Grid Engine takes nothing lower. */
  static final int LOWEST_PRIORITY = -1023;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");

  public GridEngineSettings {
    require("queue", queue);
    parallelEnvironment.ifPresent(name -> require("parallel environment", name));
    if (priority > 0 || priority < LOWEST_PRIORITY) {
      throw new IllegalArgumentException(
          "The priority is " + priority + ", and must be from " + LOWEST_PRIORITY + " to 0.");
    }
  }

  private static void require(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "The " + what + " is '" + name + "'; name exactly one of those that qconf lists.");
    }
  }
}
