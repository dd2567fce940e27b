package tender.core.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The one list of rescheduling policies, by the names under which people ask for them. */
public final class Reschedulings {
  private static final Map<String, Rescheduling> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("uncoordinated", new UncoordinatedRescheduling());
    BY_NAME.put("coordinated", new CoordinatedRescheduling());
    BY_NAME.put("least-work", new LeastWorkRescheduling());
  }

  private Reschedulings() {}

  /** All policies, in the order in which they are listed to people. */
  public static Map<String, Rescheduling> all() {
    return Collections.unmodifiableMap(BY_NAME);
  }
}
