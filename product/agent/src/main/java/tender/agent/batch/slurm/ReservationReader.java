package tender.agent.batch.slurm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.agent.batch.ObservedReservation;

/** Parses the output of {@code scontrol show reservation --oneliner}. */
final class ReservationReader {
  private static final Pattern FIELD = Pattern.compile("(\\w+)=(\\S*)");
  private static final Pattern PROCESSORS = Pattern.compile("(?:^|,)cpu=(\\d{1,9})");

  private ReservationReader() {}

  static List<ObservedReservation> read(String output, String user, PartitionNodes partition) {
    return read(output, user, partition, new HostList(HostList.MAX_NODES));
  }

  static List<ObservedReservation> read(
      String output, String user, PartitionNodes partition, HostList hostList) {
    var reservations = new ArrayList<ObservedReservation>();
    for (String line : output.lines().toList()) {
      Map<String, String> fields = fields(line);
      String name = fields.get("ReservationName");
      if (name == null) {
        continue;
      }
      int processors = processors(fields, partition, hostList);
      if (processors > 0) {
        reservations.add(
            new ObservedReservation(
                name,
                processors,
                instantMillis(fields, "StartTime", line),
                instantMillis(fields, "EndTime", line),
                isOwn(name, fields.getOrDefault("Users", ""), user)));
      }
    }
    return reservations;
  }

  /** The agent names itself first, before the account that it reserves for. */
  private static boolean isOwn(String name, String users, String agent) {
    return users.equals(agent) || (name.startsWith("tender-") && users.startsWith(agent + ","));
  }

  static Map<String, String> fields(String line) {
    var fields = new HashMap<String, String>();
    Matcher matcher = FIELD.matcher(line);
    while (matcher.find()) {
      // The first occurrence counts: newer versions end the line with a comment, which may contain
      // any text.
      fields.putIfAbsent(matcher.group(1), matcher.group(2));
    }
    return fields;
  }

  /**
   * The reservation's processors in the agent's partition, estimated by its share of nodes there.
   */
  private static int processors(
      Map<String, String> fields, PartitionNodes partition, HostList hostList) {
    Matcher matcher = PROCESSORS.matcher(fields.getOrDefault("TRES", ""));
    List<String> nodes = hostList.expand(fields.getOrDefault("Nodes", ""));
    long inPartition = nodes.stream().filter(partition.nodes()::contains).count();
    if (!matcher.find() || inPartition == 0) {
      return 0;
    }
    return (int) Math.ceilDiv(Long.parseLong(matcher.group(1)) * inPartition, nodes.size());
  }

  private static long instantMillis(Map<String, String> fields, String key, String line) {
    return SlurmText.instantMillis(fields.getOrDefault(key, ""))
        .orElseThrow(() -> SlurmText.unparsable("a reservation", line));
  }
}
