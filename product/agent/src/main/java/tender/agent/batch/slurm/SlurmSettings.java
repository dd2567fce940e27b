package tender.agent.batch.slurm;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The Slurm cluster to use, and the priority of the agent's jobs there.
 *
 * @param configuration the cluster's slurm.conf, if the commands do not find it themselves
 * @param partition for the agent's jobs; the agent plans with its processors
 * @param nice value of the agent's jobs, 0 or more: lowers their priority below that of local users
 * @param options for every submission
 * @param reservationHelper a program of the administrator's that makes reservations for the agent;
 *     default: the agent makes them itself
 */
public record SlurmSettings(
    Optional<Path> configuration,
    String partition,
    int nice,
    SlurmOptions options,
    Optional<Path> reservationHelper) {
  /** Slurm's maximum. */
  private static final int MAX_NICE = 2_147_483_645;

  public SlurmSettings {
    if (!partition.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "The setting 'slurm.partition' is '%s', and must be one of those that sinfo lists."
              .formatted(partition));
    }
    if (nice < 0 || nice > MAX_NICE) {
      throw new IllegalArgumentException(
          "The nice value is " + nice + ", and must be from 0 to " + MAX_NICE + ".");
    }
  }

  /** Without further options. */
  public SlurmSettings(Optional<Path> configuration, String partition, int nice) {
    this(configuration, partition, nice, SlurmOptions.NONE, Optional.empty());
  }
}
