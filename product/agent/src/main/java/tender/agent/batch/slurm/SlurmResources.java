package tender.agent.batch.slurm;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.agent.batch.NodeAllocation;
import tender.core.resource.ResourceAmounts;

/** Parses Slurm's texts about memory, GPUs and features. */
final class SlurmResources {
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,12})(?:\\.(\\d{1,3})\\d*)?([KMGTP]?)");

  /** Such as gpu:2, gpu:a100:2(S:0-1), gres:gpu:1 or gres/gpu:a100:1. */
  private static final Pattern GPUS =
      Pattern.compile(
          "(?:gres[:/])?gpu(?::([A-Za-z][\\w.-]{0,99}))?(?:[:=](\\d{1,6}))?(?:\\(.*\\))?");

  /** More than a node has. */
  private static final int MAX_GPUS = 1_000_000;

  private static final Pattern FEATURE = Pattern.compile("[\\w.+-]{1,100}");

  private SlurmResources() {}

  /** GPUs of a node, or of a job on each node. */
  record Gpus(int count, String type) {}

  /** GPUs of several types are counted together, with no type. */
  static Gpus gpus(String text) {
    int count = 0;
    NavigableSet<String> types = new TreeSet<>();
    for (String one : text.split(",(?![^(]*\\))")) {
      Matcher matcher = GPUS.matcher(one.strip());
      if (matcher.matches()) {
        int more = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
        count = Math.min(MAX_GPUS, count + more);
        types.add(matcher.group(1) == null ? "" : matcher.group(1));
      }
    }
    return new Gpus(count, count > 0 && types.size() == 1 ? types.first() : "");
  }

  /** The names of a node's features; names that no request can contain are left out. */
  static NavigableSet<String> features(String text) {
    NavigableSet<String> features = new TreeSet<>();
    Arrays.stream(text.split(","))
        .map(String::strip)
        .filter(FEATURE.asMatchPredicate())
        .forEach(features::add);
    return features;
  }

  /**
   * What a job has, or requests, on each node.
   *
   * @param tres such as {@code cpu=2,mem=4G,node=1,billing=2,gres/gpu=1}, for all nodes together
   * @param perNode GPUs on each node, as requested
   * @param names of the nodes
   */
  static NodeAllocation allocation(
      String tres, String perNode, boolean exclusive, List<String> names) {
    int processors = 1;
    long memoryMib = 0;
    int nodes = 1;
    int gpus = 0;
    for (String one : tres.split(",")) {
      String[] pair = one.split("=", 2);
      if (pair.length == 2) {
        switch (pair[0]) {
          case "cpu" -> processors = number(pair[1]);
          case "mem" -> memoryMib = mib(pair[1]);
          case "node" -> nodes = number(pair[1]);
          case "gres/gpu" -> gpus = number(pair[1]);
          default -> {}
        }
      }
    }
    int count = Math.max(1, names.isEmpty() ? nodes : names.size());
    return new NodeAllocation(
        new ResourceAmounts(
            Math.max(1, Math.ceilDiv(processors, count)),
            (int) Math.min(Integer.MAX_VALUE / 2, Math.ceilDiv(memoryMib, count)),
            Math.max(Math.ceilDiv(gpus, count), gpus(perNode).count()),
            0),
        count,
        exclusive,
        names);
  }

  private static int number(String text) {
    if (!text.matches("\\d{1,9}")) {
      throw SlurmText.unparsable("a number of a job's resources", text);
    }
    return Integer.parseInt(text);
  }

  /** Slurm's sizes are in MiB without a unit; fractions are rounded up. */
  static long mib(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw SlurmText.unparsable("an amount of memory", text);
    }
    double amount =
        Double.parseDouble(
            matcher.group(1) + (matcher.group(2) == null ? "" : "." + matcher.group(2)));
    return (long)
        Math.ceil(
            switch (matcher.group(3)) {
              case "K" -> amount / 1_024;
              case "G" -> amount * 1_024;
              case "T" -> amount * 1_024 * 1_024;
              case "P" -> amount * 1_024 * 1_024 * 1_024;
              default -> amount;
            });
  }
}
