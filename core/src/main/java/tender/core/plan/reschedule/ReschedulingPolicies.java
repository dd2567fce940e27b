package tender.core.plan.reschedule;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The registry of rescheduling policies by name. */
public final class ReschedulingPolicies {
  private static final Map<String, ReschedulingPolicy> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("uncoordinated", new UncoordinatedRescheduling());
    BY_NAME.put("coordinated", new CoordinatedRescheduling());
    BY_NAME.put("least-work", new LeastWorkRescheduling());
    BY_NAME.put("arrival", new ArrivalRescheduling());
  }

  private ReschedulingPolicies() {}

  /** All policies, in the order in which they are listed. */
  public static Map<String, ReschedulingPolicy> all() {
    return Collections.unmodifiableMap(BY_NAME);
  }
}
