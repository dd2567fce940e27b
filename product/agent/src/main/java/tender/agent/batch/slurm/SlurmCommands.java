package tender.agent.batch.slurm;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.command.AccountLauncher;
import tender.agent.batch.command.BatchCommandRunner;
import tender.agent.batch.command.BatchCommandRunner.CommandResult;
import tender.agent.batch.command.TaskEnvironment;

/**
 * Runs Slurm's commands.
 *
 * <p>Their environment is minimal, for three reasons. Slurm reads options from variables, so an
 * agent that itself runs inside a job would submit with that job's options. Jobs inherit the
 * environment of sbatch, and the agent's environment is private. And Slurm prints and reads times
 * in the local time zone without naming it; here that is UTC.
 */
final class SlurmCommands {
  /** scontrol prints "Unexpected message" when it cannot reach Slurm for a reservation. */
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
  private final Optional<AccountLauncher> launcher;

  SlurmCommands(Optional<Path> configuration, Optional<AccountLauncher> launcher) {
    this.launcher = launcher;
    forSubmission = TaskEnvironment.inherited();
    // The agent's environment may name the cluster too; otherwise the commands look in /etc.
    configuration
        .map(Path::toString)
        .or(() -> Optional.ofNullable(System.getenv("SLURM_CONF")))
        .ifPresent(path -> forSubmission.put("SLURM_CONF", path));
    forQueries = new TreeMap<>(forSubmission);
    forQueries.put("TZ", "UTC");
    forQueries.put("SLURM_TIME_FORMAT", "standard");
    // Without it, Slurm shortens long lists of array indexes.
    forQueries.put("SLURM_BITSTR_LEN", "0");
  }

  /** Runs a command and returns its output. */
  String run(List<String> command) {
    return runUnchecked(command).outputOrThrow();
  }

  /** Runs a command about a job under the job's account. */
  CommandResult runForJob(String jobName, List<String> command) {
    return LocalAccount.ofJob(jobName)
        .map(
            account ->
                commands.run(
                    launcher.orElseThrow().command(account, forSubmission, command), forSubmission))
        .orElseGet(() -> runUnchecked(command));
  }

  /** Runs a command and returns its result, even if it failed. Throws if Slurm was unreachable. */
  CommandResult runUnchecked(List<String> command) {
    boolean submits = command.getFirst().equals("sbatch");
    return commands.run(command, submits ? forSubmission : forQueries);
  }
}
