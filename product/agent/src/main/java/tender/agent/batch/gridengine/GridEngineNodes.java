package tender.agent.batch.gridengine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import tender.agent.batch.ClusterNodes;
import tender.agent.batch.gridengine.ComplexAttributes.Counting;
import tender.core.resource.NodeKind;
import tender.core.resource.ResourceAmounts;

/** Reads the hosts of a queue with what they have for jobs. */
final class GridEngineNodes {
  private static final int MAX_AMOUNT = 1_000_000_000;

  private final ComplexAttributes attributes;
  private final List<String> features;

  /**
   * @param features the attributes that are features
   */
  GridEngineNodes(ComplexAttributes attributes, List<String> features) {
    this.attributes = attributes;
    this.features = features;
  }

  /**
   * The hosts as nodes; empty if no host has slots.
   *
   * @param slots of the queue, by host
   * @param configurations of the hosts, as {@code qconf -se} prints them
   */
  Optional<ClusterNodes> read(Map<String, Integer> slots, Map<String, String> configurations) {
    Map<String, NodeKind> nodes = new LinkedHashMap<>();
    slots.forEach(
        (host, count) -> {
          if (count > 0) {
            nodes.put(host, kind(count, configurations.getOrDefault(host, "")));
          }
        });
    if (nodes.isEmpty()) {
      return Optional.empty();
    }
    int defaultMemoryMib = attributes.amounts(Map.of(), /* slots= */ 1).memoryMib();
    ClusterNodes all = ClusterNodes.of(nodes, defaultMemoryMib);
    return Optional.of(attributes.exclusive().isPresent() ? all : all.withoutExclusive());
  }

  private NodeKind kind(int slots, String configuration) {
    Map<String, String> host = GridEngineText.configuration(configuration);
    Map<String, String> values = pairs(host.getOrDefault("complex_values", ""));
    Map<String, String> load = pairs(host.getOrDefault("load_values", ""));
    NavigableSet<String> present = new TreeSet<>();
    features.stream()
        .filter(feature -> GridEngineText.isTrue(values.getOrDefault(feature, "")))
        .forEach(present::add);
    return new NodeKind(
        "any", new ResourceAmounts(slots, memoryMib(values, load), gpus(values), 0), "", present);
  }

  /** A host for which the owner has set no amount has what is installed. */
  private int memoryMib(Map<String, String> values, Map<String, String> load) {
    boolean isCounted = attributes.counting(ComplexAttributes.MEMORY) != Counting.NONE;
    String installed = load.getOrDefault("mem_total", "0");
    String text = isCounted ? values.getOrDefault(ComplexAttributes.MEMORY, installed) : installed;
    return (int) Math.min(MAX_AMOUNT, GridEngineText.bytes(text) / GridEngineText.BYTES_PER_MIB);
  }

  private int gpus(Map<String, String> values) {
    boolean isCounted = attributes.counting(ComplexAttributes.GPUS) != Counting.NONE;
    return isCounted ? GridEngineText.count(values.getOrDefault(ComplexAttributes.GPUS, "0")) : 0;
  }

  /** For example {@code h_vmem=1000M,gpu=2}, or NONE. */
  private static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new TreeMap<>();
    for (String one : text.split(",")) {
      String[] pair = one.strip().split("=", 2);
      if (pair.length == 2) {
        pairs.put(pair[0], pair[1]);
      }
    }
    return pairs;
  }
}
