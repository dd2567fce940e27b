package tender.agent.batch.slurm;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The settings that the agent needs from {@code scontrol show config}. */
record SlurmConfiguration(
    String version,
    int maxArraySize,
    int maxJobs,
    int killWaitSeconds,
    String slurmUser,
    boolean hasAccounting,
    boolean schedulesMemory) {

  private static final int DEFAULT_KILL_WAIT_SECONDS = 30;

  static SlurmConfiguration read(String output) {
    Map<String, String> values = values(output);
    String user = values.getOrDefault("SlurmUser", "");
    int id = user.indexOf('(');
    return new SlurmConfiguration(
        values.getOrDefault("SLURM_VERSION", "(unknown version)"),
        number(values, "MaxArraySize"),
        number(values, "MaxJobCount"),
        killWaitSeconds(values),
        id < 0 ? user : user.substring(0, id),
        !values.getOrDefault("AccountingStorageType", "").endsWith("none"),
        DefaultMemory.isAllocated(values));
  }

  /** The fields of each partition in the output of {@code scontrol show partition --oneliner}. */
  static Map<String, Map<String, String>> partitions(String output) {
    Map<String, Map<String, String>> partitions = new TreeMap<>();
    for (String line : output.lines().toList()) {
      Map<String, String> fields = ReservationReader.fields(line);
      String name = fields.get("PartitionName");
      if (name != null) {
        partitions.put(name, fields);
      }
    }
    return partitions;
  }

  /** All settings by name. */
  static Map<String, String> values(String output) {
    Map<String, String> values = new HashMap<>();
    output
        .lines()
        .map(line -> line.split("=", 2))
        .filter(pair -> pair.length == 2)
        .forEach(pair -> values.putIfAbsent(pair[0].strip(), pair[1].strip()));
    return values;
  }

  /** Written as {@code 30 sec}. */
  private static int killWaitSeconds(Map<String, String> values) {
    String seconds = values.getOrDefault("KillWait", "").replaceFirst(" sec$", "");
    return seconds.matches("\\d{1,5}") ? Integer.parseInt(seconds) : DEFAULT_KILL_WAIT_SECONDS;
  }

  private static int number(Map<String, String> values, String key) {
    String value = values.getOrDefault(key, "");
    if (!value.matches("\\d{1,9}")) {
      throw SlurmText.unparsable(key, value);
    }
    return Integer.parseInt(value);
  }
}
