package tender.agent.batch.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds settings of a Slurm cluster with which the agent's promises break or local users do not
 * come first. Each warning says what is set, what will happen, and what to do.
 */
final class SlurmWarnings {
  private static final List<String> WEIGHTS =
      List.of("Age", "Assoc", "FairShare", "JobSize", "Partition", "QOS");

  private final Map<String, String> configuration;
  private final Map<String, Map<String, String>> partitions;
  private final SlurmSettings settings;

  /**
   * @param configuration output of {@code scontrol show config}
   * @param partitions output of {@code scontrol show partition --oneliner}
   */
  SlurmWarnings(String configuration, String partitions, SlurmSettings settings) {
    this.configuration = SlurmConfiguration.values(configuration);
    this.settings = settings;
    this.partitions = SlurmConfiguration.partitions(partitions);
  }

  /**
   * All warnings.
   *
   * @param sharing the partitions that share nodes with the agent's, including it
   */
  List<String> all(Set<String> sharing) {
    List<String> warnings = new ArrayList<>();
    memory().ifPresent(warnings::add);
    weights().ifPresent(warnings::add);
    sharing.stream().flatMap(name -> tier(name).stream()).forEach(warnings::add);
    return warnings;
  }

  private Optional<String> memory() {
    Map<String, String> partition = partitions.getOrDefault(settings.partition(), Map.of());
    if (!DefaultMemory.isAllocated(configuration)
        || DefaultMemory.mibPerProcessor(configuration, partition, settings.options())
            .isPresent()) {
      return Optional.empty();
    }
    String parameters = configuration.getOrDefault("SelectTypeParameters", "");
    return Optional.of(
        ("Slurm allocates memory (SelectTypeParameters=%s), but partition '%s' has no default: each"
                + " of the agent's jobs takes all memory of a node, so one job runs per node and"
                + " promises are broken. Set DefMemPerCPU in slurm.conf, or"
                + " 'slurm.extra_options: [\"--mem-per-cpu=...\"]' in the agent's configuration.")
            .formatted(parameters, settings.partition()));
  }

  private Optional<String> weights() {
    if (!configuration.getOrDefault("PriorityType", "").endsWith("multifactor")
        || settings.nice() == 0) {
      return Optional.empty();
    }
    long sum = 0;
    for (String weight : WEIGHTS) {
      String value = configuration.getOrDefault("PriorityWeight" + weight, "");
      sum += value.matches("\\d{1,10}") ? Long.parseLong(value) : 0;
    }
    if (sum < settings.nice()) {
      return Optional.empty();
    }
    return Optional.of(
        ("Slurm's priority weights add up to %d, but the agent's jobs are lowered by --nice=%d only:"
                + " a job of the market can get a higher priority than a waiting local job. Set"
                + " 'slurm.qos' or 'slurm.partition' to one with the lowest priority, or lower the"
                + " PriorityWeight settings in slurm.conf.")
            .formatted(sum, settings.nice()));
  }

  /** Slurm considers all jobs of a higher tier first, whatever their priorities are. */
  private Optional<String> tier(String other) {
    long ours = tierOf(settings.partition());
    long theirs = tierOf(other);
    if (theirs >= ours) {
      return Optional.empty();
    }
    return Optional.of(
        ("Partition '%s' has PriorityTier=%d, and partition '%s', which shares its nodes, only %d:"
                + " jobs of the market start before local jobs there, and --nice does not change"
                + " that. Set 'slurm.partition' to one with the lowest PriorityTier.")
            .formatted(settings.partition(), ours, other, theirs));
  }

  /** 1 is Slurm's default. */
  private long tierOf(String partition) {
    String tier = partitions.getOrDefault(partition, Map.of()).getOrDefault("PriorityTier", "1");
    return tier.matches("\\d{1,10}") ? Long.parseLong(tier) : 1;
  }
}
