package tender.agent.batch.slurm;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The nodes of the agent's partition, and the partitions that share them.
 *
 * @param nodes of the partition
 * @param partitions that contain some of these nodes, including the agent's own: their jobs use the
 *     same processors
 * @param threadsPerCore maximum over the nodes; Slurm reserves cores and counts processors
 */
record PartitionNodes(Set<String> nodes, Set<String> partitions, int threadsPerCore) {
  /** One node of a partition per line: node, partition, threads per core. */
  static final String FORMAT = "%N|%R|%Z";

  static PartitionNodes read(String output, String partition) {
    var nodes = new HashSet<String>();
    var partitions = new TreeSet<String>();
    int threads = 1;
    for (String line : output.lines().toList()) {
      String[] fields = fields(line);
      if (fields[1].equals(partition)) {
        nodes.add(fields[0]);
        threads = Math.max(threads, Integer.parseInt(fields[2]));
      }
    }
    for (String line : output.lines().toList()) {
      String[] fields = fields(line);
      if (nodes.contains(fields[0])) {
        partitions.add(fields[1]);
      }
    }
    return new PartitionNodes(nodes, partitions, threads);
  }

  private static String[] fields(String line) {
    String[] fields = line.strip().split("\\|");
    if (fields.length != 3 || !fields[2].matches("\\d{1,6}")) {
      throw SlurmText.unparsable("a node", line);
    }
    return fields;
  }
}
