package tender.agent.batch.slurm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.agent.batch.ObservedReservation;

/** Reads what {@code scontrol show reservation --oneliner} prints. */
final class ReservationReader {
  private static final Pattern FIELD = Pattern.compile("(\\w+)=(\\S*)");
  private static final Pattern PROCESSORS = Pattern.compile("(?:^|,)cpu=(\\d{1,9})");

  private ReservationReader() {}

  static List<ObservedReservation> read(String output, String user, PartitionNodes ground) {
    var holds = new ArrayList<ObservedReservation>();
    for (String line : output.lines().toList()) {
      Map<String, String> fields = fields(line);
      String name = fields.get("ReservationName");
      if (name == null) {
        continue;
      }
      int processors = processors(fields, ground);
      if (processors > 0) {
        holds.add(
            new ObservedReservation(
                name,
                processors,
                instantMillis(fields, "StartTime", line),
                instantMillis(fields, "EndTime", line),
                user.equals(fields.get("Users"))));
      }
    }
    return holds;
  }

  private static Map<String, String> fields(String line) {
    var fields = new HashMap<String, String>();
    Matcher matcher = FIELD.matcher(line);
    while (matcher.find()) {
      // The first counts: later versions end the line with a comment, which is anybody's text.
      fields.putIfAbsent(matcher.group(1), matcher.group(2));
    }
    return fields;
  }

  /** How many of ours: as large a share of the processors as ours is of the nodes. */
  private static int processors(Map<String, String> fields, PartitionNodes ground) {
    Matcher matcher = PROCESSORS.matcher(fields.getOrDefault("TRES", ""));
    List<String> nodes = HostList.expand(fields.getOrDefault("Nodes", ""));
    long ours = nodes.stream().filter(ground.nodes()::contains).count();
    if (!matcher.find() || ours == 0) {
      return 0;
    }
    return (int) Math.ceilDiv(Long.parseLong(matcher.group(1)) * ours, nodes.size());
  }

  private static long instantMillis(Map<String, String> fields, String key, String line) {
    return SlurmText.instantMillis(fields.getOrDefault(key, ""))
        .orElseThrow(() -> SlurmText.unparsable("a reservation", line));
  }
}
