package tender.agent.batch.gridengine;

import java.util.List;
import java.util.Map;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.LocalJob;

/**
 * A queue's configuration. Where hosts differ, the common value is used: values for single hosts
 * follow it in brackets.
 *
 * @param limitMillis how long a job may run
 * @param parallelEnvironments of the queue
 */
record QueueConfiguration(String name, long limitMillis, List<String> parallelEnvironments) {
  /** More than any cluster has; the sum of two fits in an int. */
  private static final int MAX_SLOTS = 1_000_000_000;

  static QueueConfiguration read(String name, String output) {
    Map<String, String> values = GridEngineText.configuration(output);
    String limit = common(values.getOrDefault("h_rt", "INFINITY"));
    return new QueueConfiguration(
        name,
        limit.isEmpty() ? LocalJob.UNLIMITED_MILLIS : GridEngineText.limitMillis(limit),
        List.of(values.getOrDefault("pe_list", "").split("[\\s,\\[\\]=]+")));
  }

  private static String common(String value) {
    return value.split(",", 2)[0].strip();
  }

  void requireParallelEnvironment(String wanted) {
    if (!parallelEnvironments.contains(wanted)) {
      throw new BatchSystemException(
          Kind.REFUSED,
          "The queue '%s' has no parallel environment '%s'. It has %s."
              .formatted(name, wanted, parallelEnvironments));
    }
  }

  /**
   * The slots of hosts that accept jobs: qstat prints a state letter for every host that does not.
   */
  static int usableSlots(String output) {
    return QstatXml.read(output, "Queue-List").stream()
        .filter(host -> host.find("state").orElse("").isEmpty())
        .mapToInt(host -> slots(host, "slots_total"))
        .reduce(0, (sum, slots) -> Math.min(sum + slots, MAX_SLOTS));
  }

  /** A number of slots; at most {@link #MAX_SLOTS}. */
  static int slots(QstatXml.XmlElement element, String name) {
    String text = element.text(name);
    if (!text.matches("\\d{1,9}")) {
      throw GridEngineText.unparsable(name, text);
    }
    return Math.min(Integer.parseInt(text), MAX_SLOTS);
  }
}
