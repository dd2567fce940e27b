package tender.agent.batch.slurm;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The memory that Slurm gives a job that requests none, if it allocates memory. */
final class DefaultMemory {
  private static final Pattern AMOUNT = Pattern.compile("[1-9]\\d{0,11}");
  private static final Pattern OPTION = Pattern.compile("--mem(?:-per-cpu)?=(.+)");

  private DefaultMemory() {}

  static boolean isAllocated(Map<String, String> configuration) {
    return configuration
        .getOrDefault("SelectTypeParameters", "")
        .toUpperCase(Locale.ROOT)
        .contains("MEMORY");
  }

  /**
   * The default in MiB per processor; empty if there is none, so that a job gets all memory of its
   * node. An amount per node is taken as one per processor, which is never too little.
   *
   * @param partition the fields of the agent's partition
   */
  static Optional<Integer> mibPerProcessor(
      Map<String, String> configuration, Map<String, String> partition, SlurmOptions options) {
    Stream<Optional<Long>> inOrderOfPrecedence =
        Stream.of(ofOptions(options), ofFields(partition), ofFields(configuration));
    return inOrderOfPrecedence
        .flatMap(Optional::stream)
        .findFirst()
        .map(mib -> (int) Math.min(mib, Integer.MAX_VALUE));
  }

  private static Optional<Long> ofOptions(SlurmOptions options) {
    return options.extra().stream()
        .map(OPTION::matcher)
        .filter(Matcher::matches)
        .map(option -> SlurmResources.mib(option.group(1).toUpperCase(Locale.ROOT)))
        .filter(mib -> mib > 0)
        .findFirst();
  }

  /** Without a default, Slurm prints UNLIMITED or 0. */
  private static Optional<Long> ofFields(Map<String, String> fields) {
    return Stream.of("DefMemPerCPU", "DefMemPerNode")
        .map(name -> fields.getOrDefault(name, ""))
        .filter(AMOUNT.asMatchPredicate())
        .map(Long::valueOf)
        .findFirst();
  }
}
