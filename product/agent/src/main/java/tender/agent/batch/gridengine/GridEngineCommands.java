package tender.agent.batch.gridengine;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tender.agent.batch.command.BatchCommandRunner;
import tender.agent.batch.command.BatchCommandRunner.CommandResult;
import tender.agent.batch.command.TaskEnvironment;

/**
 * Runs Grid Engine's commands. Their environment is minimal: jobs inherit the environment of qsub,
 * and the agent's environment is private. Times are printed in the local time zone without naming
 * it; here that is UTC.
 */
final class GridEngineCommands {
  private static final List<String> UNREACHABLE_ERRORS =
      List.of(
          "commlib error",
          "unable to send message to qmaster",
          "unable to contact qmaster",
          "failed receiving gdi request",
          "got select timeout",
          "got read error",
          "Connection refused",
          "denied: qmaster is not running");

  private final BatchCommandRunner commands =
      new BatchCommandRunner("Grid Engine", UNREACHABLE_ERRORS);
  private final Map<String, String> forSubmission;
  private final Map<String, String> forQueries;

  GridEngineCommands(GridEngineAddress cell) {
    forSubmission = TaskEnvironment.inherited();
    forSubmission.putAll(cell.environment());
    forQueries = new TreeMap<>(forSubmission);
    forQueries.put("TZ", "UTC");
  }

  /** Runs a command and returns its output. */
  String run(List<String> command) {
    return runUnchecked(command).outputOrThrow();
  }

  /**
   * Runs a command and returns its result, even if it failed. Throws if Grid Engine was
   * unreachable.
   */
  CommandResult runUnchecked(List<String> command) {
    boolean submits = command.getFirst().equals("qsub");
    return commands.run(command, submits ? forSubmission : forQueries);
  }
}
