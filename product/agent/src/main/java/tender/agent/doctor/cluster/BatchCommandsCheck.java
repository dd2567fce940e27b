package tender.agent.doctor.cluster;

import java.nio.file.Files;
import java.util.List;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.ConfigurationCheck;
import tender.support.doctor.NamedCheck;

/** Whether the programs of the batch system are installed. */
public final class BatchCommandsCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "batch-commands";

  public BatchCommandsCheck() {
    super(NAME, ConfigurationCheck.REQUIRED);
  }

  @Override
  public CheckResult run(AgentInstallation agent) {
    List<String> missing =
        programs(agent.config().batchSystem()).stream()
            .filter(program -> !isInstalled(agent, program))
            .toList();
    return missing.isEmpty()
        ? CheckResult.ok("the programs of the batch system are installed")
        : CheckResult.fault(
            "not found on the PATH: " + String.join(", ", missing),
            advice(agent.config().batchSystem()));
  }

  private static List<String> programs(String batchSystem) {
    return switch (batchSystem) {
      case "slurm" -> List.of("sbatch", "scancel", "scontrol", "sinfo", "squeue");
      case "gridengine" -> List.of("qsub", "qdel", "qstat", "qconf", "qalter");
      default -> List.of("bash", "setsid", "setpriv");
    };
  }

  private static String advice(String batchSystem) {
    return switch (batchSystem) {
      case "slurm" ->
          "Install Slurm's client programs here (Debian package 'slurm-client'), or add their folder to PATH of the agent's service.";
      case "gridengine" ->
          "Install Grid Engine's client programs here (Debian package 'gridengine-client'), or add their folder to PATH of the agent's service.";
      default -> "Install the Debian packages bash and util-linux.";
    };
  }

  private static boolean isInstalled(AgentInstallation agent, String program) {
    return agent.programFolders().stream()
        .anyMatch(folder -> Files.isExecutable(folder.resolve(program)));
  }
}
