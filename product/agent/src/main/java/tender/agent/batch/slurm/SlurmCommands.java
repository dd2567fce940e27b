package tender.agent.batch.slurm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.agent.batch.BatchCommandRunner;
import tender.agent.batch.BatchCommandRunner.CommandResult;
import tender.agent.batch.TaskEnvironment;

/**
 * Runs Slurm's commands.
 *
 * <p>Their environment has few variables, for three reasons. Slurm reads options from variables, so
 * an agent that itself runs inside a job would submit with that job's. Jobs inherit the environment
 * of sbatch, and what the agent's has is nobody's business. And Slurm prints and reads times in the
 * local zone without saying which: here that is UTC.
 */
final class SlurmCommands {
  /** "Unexpected message" is scontrol's way to say so about reservations. */
  private static final List<String> UNREACHABLE_ERRORS =
      List.of(
          "Unable to contact slurm controller",
          "Unexpected message received",
          "Zero Bytes were transmitted or received",
          "Socket timed out",
          "Connection refused",
          "Connection timed out",
          "in standby mode",
          "Resource temporarily unavailable",
          "try again later");

  private final BatchCommandRunner commands = new BatchCommandRunner("Slurm", UNREACHABLE_ERRORS);
  private final Map<String, String> forSubmission;
  private final Map<String, String> forQueries;

  SlurmCommands(Optional<Path> configuration) {
    forSubmission = TaskEnvironment.inherited();
    // The agent's own may name the cluster too; without either, the commands look in /etc.
    configuration
        .map(Path::toString)
        .or(() -> Optional.ofNullable(System.getenv("SLURM_CONF")))
        .ifPresent(path -> forSubmission.put("SLURM_CONF", path));
    forQueries = new TreeMap<>(forSubmission);
    forQueries.put("TZ", "UTC");
    forQueries.put("SLURM_TIME_FORMAT", "standard");
    // Else long lists of array indexes end in dots.
    forQueries.put("SLURM_BITSTR_LEN", "0");
  }

  /** What the command printed. */
  String run(List<String> command) {
    return runUnchecked(command).outputOrThrow();
  }

  /** What the command printed, also when it failed for another reason than not getting through. */
  CommandResult runUnchecked(List<String> command) {
    boolean submits = command.getFirst().equals("sbatch");
    return commands.run(command, submits ? forSubmission : forQueries);
  }
}
