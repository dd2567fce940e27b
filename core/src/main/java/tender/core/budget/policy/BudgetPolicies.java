package tender.core.budget.policy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tender.core.budget.BudgetPolicy;

/** The registry of policies for bags with a budget by name. */
public final class BudgetPolicies {
  public static final String COST_TIME = "cost-time";
  public static final String TIME_COST = "time-cost";
  public static final String FIRST_FREE = "first-free";
  public static final String EXPECTED_TO_FINISH = "expected-to-finish";

  private static final Map<String, BudgetPolicy> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put(COST_TIME, new CostTime());
    BY_NAME.put(TIME_COST, new TimeCost());
    BY_NAME.put(FIRST_FREE, new FirstFree());
    BY_NAME.put(EXPECTED_TO_FINISH, new ExpectedToFinish());
  }

  private BudgetPolicies() {}

  /** All policies, in the order in which they are listed. */
  public static Map<String, BudgetPolicy> all() {
    return Collections.unmodifiableMap(BY_NAME);
  }
}
