package tender.agent;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.slurm.SlurmOptions;
import tender.agent.batch.slurm.SlurmSettings;

/**
 * The Slurm cluster.
 *
 * @param partition for the agent's jobs
 * @param configFile the cluster's slurm.conf, if Slurm's commands do not find it themselves
 * @param account that is charged for the agent's jobs; default: its user's default account
 * @param qos quality of service of the agent's jobs; default: that of the account
 * @param extraOptions further options of sbatch for the agent's jobs
 * @param reservationHelper the program that sudo allows the agent to run under Slurm's account, to
 *     make reservations; default: the agent makes them itself, if it may
 */
public record SlurmSection(
    String partition,
    Optional<Path> configFile,
    Optional<String> account,
    Optional<String> qos,
    Optional<List<String>> extraOptions,
    Optional<Path> reservationHelper) {
  public SlurmSection {
    AgentConfig.require(partition, "slurm.partition", "name the partition for the agent's jobs");
  }

  SlurmSettings settings(int nice) {
    return new SlurmSettings(checkedConfigFile(), partition, nice, options(), reservationHelper);
  }

  SlurmOptions options() {
    return new SlurmOptions(account, qos, extraOptions.orElse(List.of()));
  }

  /** Returns the configuration file; fails if it cannot be read. */
  private Optional<Path> checkedConfigFile() {
    configFile.ifPresent(
        file -> {
          if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                ("The setting 'slurm.config_file' is %s, which cannot be read. Name the cluster's"
                        + " slurm.conf, or remove the setting.")
                    .formatted(file));
          }
        });
    return configFile;
  }
}
