package tender.agent.batch.gridengine;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  /** The slots of all hosts that accept jobs. */
  static int usableSlots(String output) {
    return usableSlotsByHost(output).values().stream()
        .reduce(0, (sum, slots) -> Math.min(sum + slots, MAX_SLOTS));
  }

  /**
   * The slots of each host that accepts jobs: qstat prints a state letter for every host that does
   * not. Queues are named QUEUE@HOST there.
   */
  static Map<String, Integer> usableSlotsByHost(String output) {
    Map<String, Integer> slots = new TreeMap<>();
    QstatXml.read(output, "Queue-List").stream()
        .filter(host -> host.find("state").orElse("").isEmpty())
        .forEach(
            host ->
                slots.merge(
                    hostName(host.text("name")),
                    slots(host, "slots_total"),
                    (one, other) -> Math.min(one + other, MAX_SLOTS)));
    return slots;
  }

  /** The host of a queue on one host; empty if there is none. */
  static String hostName(String queueName) {
    return queueName.substring(queueName.indexOf('@') + 1);
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
