package tender.simulator.cluster;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import tender.core.model.Cluster;
import tender.core.model.Time;
import tender.core.plan.reschedule.EdfScheduler;
import tender.core.profile.ArrayProfile;
import tender.core.queue.ConservativeScheduler;
import tender.core.queue.EasyScheduler;
import tender.core.queue.FcfsScheduler;
import tender.core.queue.Scheduler;

/**
 * All schedulers for an empty machine, by the names of core's planners, which users know from the
 * command line.
 */
public final class Schedulers {
  private static final Map<String, Function<Cluster, Scheduler>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("fcfs", cluster -> new FcfsScheduler(cluster.processors()));
    BY_NAME.put("easy", cluster -> new EasyScheduler(cluster.processors()));
    BY_NAME.put("conservative", cluster -> new ConservativeScheduler(empty(cluster), true));
    BY_NAME.put(
        "conservative-no-compression", cluster -> new ConservativeScheduler(empty(cluster), false));
    BY_NAME.put("edf", EdfScheduler::new);
  }

  private Schedulers() {}

  /** All schedulers, in the order in which they are listed to users. */
  public static Map<String, Function<Cluster, Scheduler>> all() {
    return Collections.unmodifiableMap(BY_NAME);
  }

  private static ArrayProfile empty(Cluster cluster) {
    return ArrayProfile.of(-Time.LIMIT_MILLIS, cluster.processors());
  }
}
