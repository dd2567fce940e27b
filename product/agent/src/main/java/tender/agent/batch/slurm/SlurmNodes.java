package tender.agent.batch.slurm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tender.agent.batch.ClusterNodes;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;

/**
 * Reads the nodes of a partition with what they have. Nodes matter for planning if Slurm schedules
 * memory, or if they differ; otherwise only the number of processors does.
 */
final class SlurmNodes {
  /** Node, processors, memory in MiB, features, generic resources, scratch disk in MiB, state. */
  static final String FORMAT = "%N|%c|%m|%f|%G|%d|%T";

  private static final int FIELDS = 7;

  /** A mark after the state, such as a star, means that the node does not answer or is off. */
  private static final Set<String> USABLE =
      Set.of("idle", "mixed", "allocated", "completing", "reserved", "planned");

  private SlurmNodes() {}

  /**
   * The usable nodes; empty if only processors matter, or no node is usable.
   *
   * @param defaultMemoryMib the memory per processor of a job that requests none
   */
  static Optional<ClusterNodes> read(String output, boolean schedulesMemory, int defaultMemoryMib) {
    Map<String, NodeKind> nodes = new LinkedHashMap<>();
    for (String line : output.lines().toList()) {
      String[] fields = line.strip().split("\\|", -1);
      if (fields.length != FIELDS) {
        throw SlurmText.unparsable("a node", line);
      }
      if (USABLE.contains(fields[6])) {
        nodes.put(fields[0], kind(fields, schedulesMemory));
      }
    }
    boolean differ = nodes.values().stream().distinct().count() > 1;
    return nodes.isEmpty() || !(schedulesMemory || differ)
        ? Optional.empty()
        : Optional.of(ClusterNodes.of(nodes, defaultMemoryMib));
  }

  private static NodeKind kind(String[] fields, boolean schedulesMemory) {
    SlurmResources.Gpus gpus = SlurmResources.gpus(fields[4]);
    return new NodeKind(
        "any",
        new ResourceAmounts(
            number(fields[1]),
            schedulesMemory ? number(fields[2]) : 0,
            gpus.count(),
            number(fields[5])),
        gpus.type(),
        SlurmResources.features(fields[3].equals("(null)") ? "" : fields[3]));
  }

  /** A plus after a number means that it is a minimum. */
  private static int number(String text) {
    String digits = text.endsWith("+") ? text.substring(0, text.length() - 1) : text;
    if (!digits.matches("\\d{1,9}")) {
      throw SlurmText.unparsable("a node's resources", text);
    }
    return Integer.parseInt(digits);
  }
}
