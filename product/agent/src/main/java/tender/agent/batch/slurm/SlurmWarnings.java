package tender.agent.batch.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds settings of a Slurm cluster with which the agent's promises break or local users do not
 * come first. Each warning says what is set, what will happen, and what to do.
 */
final class SlurmWarnings {
  private static final List<String> WEIGHTS =
      List.of("Age", "Assoc", "FairShare", "JobSize", "Partition", "QOS");

  private final Map<String, String> configuration;
  private final Map<String, Map<String, String>> partitions = new TreeMap<>();
  private final SlurmSettings settings;

  /**
   * @param configuration output of {@code scontrol show config}
   * @param partitions output of {@code scontrol show partition --oneliner}
   */
  SlurmWarnings(String configuration, String partitions, SlurmSettings settings) {
    this.configuration = SlurmConfiguration.values(configuration);
    this.settings = settings;
    for (String line : partitions.lines().toList()) {
      Map<String, String> fields = ReservationReader.fields(line);
      String name = fields.get("PartitionName");
      if (name != null) {
        this.partitions.put(name, fields);
      }
    }
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
    String parameters = configuration.getOrDefault("SelectTypeParameters", "");
    Map<String, String> partition = partitions.getOrDefault(settings.partition(), Map.of());
    if (!parameters.toUpperCase(Locale.ROOT).contains("MEMORY")
        || hasDefaultMemory(configuration)
        || hasDefaultMemory(partition)
        || settings.options().extra().stream().anyMatch(option -> option.startsWith("--mem"))) {
      return Optional.empty();
    }
    return Optional.of(
        ("Slurm allocates memory (SelectTypeParameters=%s), but partition '%s' has no default: each"
                + " of the agent's jobs takes all memory of a node, so one job runs per node and"
                + " promises are broken. Set DefMemPerCPU in slurm.conf, or"
                + " 'slurm.extra_options: [\"--mem-per-cpu=...\"]' in the agent's configuration.")
            .formatted(parameters, settings.partition()));
  }

  /** Without a default, Slurm prints UNLIMITED or 0. */
  private static boolean hasDefaultMemory(Map<String, String> fields) {
    return fields.getOrDefault("DefMemPerCPU", "").matches("[1-9]\\d*")
        || fields.getOrDefault("DefMemPerNode", "").matches("[1-9]\\d*");
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
