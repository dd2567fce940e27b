package tender.core.auction.policy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tender.core.auction.ClearingPolicy;
import tender.core.auction.Valuation;

/** The registry of clearing policies by name. */
public final class ClearingPolicies {
  private static final Map<String, ClearingPolicy> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("dam", new DoubleAuction(Valuation.Form.PRODUCT));
    BY_NAME.put("dam-additive", new DoubleAuction(Valuation.Form.SUM));
    BY_NAME.put("sjf", new ShortestJobFirst());
    BY_NAME.put("fcfs", new FirstComeFirstServed());
    BY_NAME.put("edf-fq", new EarliestDeadlineFirst());
    BY_NAME.put("hvfq", new HighestValuationFirst());
    BY_NAME.put("fair-share", new FairShare());
    BY_NAME.put("late-binding", new LateBinding());
  }

  private ClearingPolicies() {}

  /** All policies, in the order in which they are listed. */
  public static Map<String, ClearingPolicy> all() {
    return Collections.unmodifiableMap(BY_NAME);
  }
}
