package tender.core.compose;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The registry of composition policies by name. */
public final class CompositionPolicies {
  private static final Map<String, CompositionPolicy> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("earliest", new EarliestCompletion());
    BY_NAME.put("plb", new ProportionalLoadBalancing());
    BY_NAME.put("dplb", new DoubleProportionalLoadBalancing());
    BY_NAME.put("dplbv2", new DoubleProportionalByWork());
    BY_NAME.put("fewest", new FewestProviders());
    BY_NAME.put("cheapest", new CheapestInTime());
    BY_NAME.put("free-time-slots", new FreeTimeSlots());
  }

  private CompositionPolicies() {}

  /** All policies, in the order in which they are listed. */
  public static Map<String, CompositionPolicy> all() {
    return Collections.unmodifiableMap(BY_NAME);
  }
}
