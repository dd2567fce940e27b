package tender.experiments.shares;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import tender.core.model.Time;
import tender.simulator.share.ShareOutcome;

/** The metrics of each user in a run. */
final class SharesMetrics {
  private static final double MILLICREDITS_PER_DOLLAR = 1_000;

  private SharesMetrics() {}

  /** Time from the start of the bag to the end of its last task. */
  static String hours(String user) {
    return "hours_" + user;
  }

  /** Cost in Grid dollars. */
  static String cost(String user) {
    return "cost_" + user;
  }

  /** Number of tasks that ran on resources of the other domain. */
  static String foreignTasks(String user) {
    return "foreign_tasks_" + user;
  }

  static List<String> all() {
    return BelleTestbed.USERS.stream()
        .map(BelleTestbed.User::name)
        .flatMap(user -> Stream.of(hours(user), cost(user), foreignTasks(user)))
        .toList();
  }

  static SequencedMap<String, Double> of(ShareOutcome outcome) {
    SequencedMap<String, Double> values = new LinkedHashMap<>();
    outcome
        .users()
        .forEach(
            (id, done) -> {
              double hours = (done.endMillis() - done.startMillis()) / (double) Time.HOUR_MILLIS;
              values.put(hours(id.value()), hours);
              values.put(cost(id.value()), done.cost().millicredits() / MILLICREDITS_PER_DOLLAR);
              values.put(foreignTasks(id.value()), (double) done.foreignTasks());
            });
    return values;
  }
}
