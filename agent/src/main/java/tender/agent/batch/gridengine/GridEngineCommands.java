package tender.agent.batch.gridengine;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tender.agent.batch.Commands;
import tender.agent.batch.Commands.Said;
import tender.agent.batch.TaskEnvironment;

/**
 * Runs Grid Engine's commands. Their environment has few variables: jobs inherit that of qsub, and
 * what the agent's has is nobody's business; and times are printed in the local zone without saying
 * which, so that here it is UTC.
 */
final class GridEngineCommands {
  private static final List<String> NOT_THROUGH =
      List.of(
          "commlib error",
          "unable to send message to qmaster",
          "unable to contact qmaster",
          "failed receiving gdi request",
          "got select timeout",
          "got read error",
          "Connection refused",
          "denied: qmaster is not running");

  private final Commands commands = new Commands("Grid Engine", NOT_THROUGH);
  private final Map<String, String> forSubmission;
  private final Map<String, String> forQuestions;

  GridEngineCommands(Cell cell) {
    forSubmission = TaskEnvironment.passedOn();
    forSubmission.putAll(cell.environment());
    forQuestions = new TreeMap<>(forSubmission);
    forQuestions.put("TZ", "UTC");
  }

  /** What the command printed. */
  String run(List<String> command) {
    return runAnyway(command).required();
  }

  /** What the command printed, also when it failed for another reason than not getting through. */
  Said runAnyway(List<String> command) {
    boolean submits = command.getFirst().equals("qsub");
    return commands.runAnyway(command, submits ? forSubmission : forQuestions);
  }
}
