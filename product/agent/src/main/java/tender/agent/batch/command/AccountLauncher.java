package tender.agent.batch.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tender.agent.batch.LocalAccount;

/**
 * Runs commands under local accounts, through sudo and a program of the administrator's that
 * accepts only a few commands. The agent itself has no rights of these accounts.
 *
 * @param program the launcher, as sudo's rules name it
 */
public record AccountLauncher(Path program) {
  /** Which cluster the batch system's commands use; the launcher accepts no other variable. */
  private static final String CLUSTER = "SLURM_CONF";

  private static final BatchCommandRunner RUNNER = new BatchCommandRunner("sudo", List.of());

  /** The command that runs another one under an account. */
  public List<String> command(
      LocalAccount account, Map<String, String> environment, List<String> command) {
    var launched = new ArrayList<>(List.of("sudo", "-n", "-u", account.name(), "--"));
    launched.add(program.toString());
    if (environment.containsKey(CLUSTER)) {
      launched.add(CLUSTER + "=" + environment.get(CLUSTER));
    }
    launched.addAll(command);
    return launched;
  }

  /** Deletes everything in a folder that belongs to the account. */
  public void remove(LocalAccount account, Path folder) {
    run(account, List.of("remove", folder.toString()));
  }

  /** Fails if the account cannot run tasks in the agent's work folder, if that exists. */
  public void check(LocalAccount account, Path work) {
    run(account, Files.exists(work) ? List.of("check", work.toString()) : List.of("check"));
  }

  /** Ends all processes of the account on this machine. */
  public void end(LocalAccount account) {
    run(account, List.of("end"));
  }

  private void run(LocalAccount account, List<String> command) {
    Map<String, String> environment = TaskEnvironment.inherited();
    RUNNER.run(command(account, environment, command), environment).outputOrThrow();
  }
}
