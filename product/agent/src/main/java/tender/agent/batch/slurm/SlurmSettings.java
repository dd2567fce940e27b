package tender.agent.batch.slurm;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Which Slurm, and how our jobs stand in it.
 *
 * @param configuration the cluster's slurm.conf, if not the one that the commands find themselves
 * @param partition that our jobs go to, and whose processors we plan with
 * @param nice how far our jobs stand behind those of the cluster's own users, 0 or more
 */
public record SlurmSettings(Optional<Path> configuration, String partition, int nice) {
  /** Slurm takes no more. */
  private static final int MAX_NICE = 2_147_483_645;

  public SlurmSettings {
    if (!partition.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "The partition is '" + partition + "'; name exactly one of those that sinfo lists.");
    }
    if (nice < 0 || nice > MAX_NICE) {
      throw new IllegalArgumentException(
          "The nice value is " + nice + ", and must be from 0 to " + MAX_NICE + ".");
    }
  }
}
