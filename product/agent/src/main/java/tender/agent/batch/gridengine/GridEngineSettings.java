package tender.agent.batch.gridengine;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Grid Engine to use, and the priority of the agent's jobs there.
 *
 * @param cell how the commands find it
 * @param queue for the agent's jobs; the agent plans with its slots
 * @param parallelEnvironment gives a task several slots of one host; without it, tasks have a width
 *     of 1
 * @param priority of the agent's jobs, 0 or less; other users' jobs have 0 by default
 * @param features complex attributes of hosts that tasks may require as features
 * @param exclusive the complex attribute by which a job requests a host of its own
 */
public record GridEngineSettings(
    GridEngineAddress cell,
    String queue,
    Optional<String> parallelEnvironment,
    int priority,
    List<String> features,
    Optional<String> exclusive) {
  /** Grid Engine's minimum. */
  static final int LOWEST_PRIORITY = -1023;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");

  public GridEngineSettings {
    require("queue", queue);
    parallelEnvironment.ifPresent(name -> require("parallel environment", name));
    features = List.copyOf(features);
    features.forEach(name -> require("feature", name));
    exclusive.ifPresent(name -> require("attribute for exclusive hosts", name));
    if (priority > 0 || priority < LOWEST_PRIORITY) {
      throw new IllegalArgumentException(
          "The priority is " + priority + ", and must be from " + LOWEST_PRIORITY + " to 0.");
    }
  }

  /** Without features and exclusive hosts. */
  public GridEngineSettings(
      GridEngineAddress cell, String queue, Optional<String> parallelEnvironment, int priority) {
    this(cell, queue, parallelEnvironment, priority, List.of(), Optional.empty());
  }

  private static void require(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "The " + what + " is '" + name + "', and must be one of those that qconf lists.");
    }
  }
}
