package tender.simulator.faults.seed;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The rates of all faults in one simulation. Each kind is absent from half of the simulations, and
 * some have no faults. The search therefore also finds bugs that need one fault and the absence of
 * another, and bugs that need no fault.
 */
public final class FaultPlan {
  private final Map<Fault, Double> chances = new EnumMap<>(Fault.class);

  private FaultPlan() {}

  public static FaultPlan draw(RandomChoices random) {
    FaultPlan plan = new FaultPlan();
    double scale = random.chance(0.06) ? 0 : random.pick(List.of(0.3, 1.0, 1.0, 2.0));
    for (Fault fault : Fault.values()) {
      double chance = random.chance(0.5) ? defaultRate(fault) * scale : 0;
      plan.chances.put(fault, chance);
    }
    return plan;
  }

  /** A probability for each message, transaction or job; for other faults, the maximum count. */
  private static double defaultRate(Fault fault) {
    return switch (fault) {
      case MESSAGE_LOST -> 0.05;
      case MESSAGE_DOUBLED -> 0.05;
      case MESSAGE_DELAYED -> 0.03;
      case STORE_REFUSED, STORE_DROPPED, STORE_SILENT -> 0.03;
      case SUBMIT_UNANSWERED -> 0.15;
      case JOB_FORGOTTEN, REPORT_LATE -> 0.15;
      case JOB_REQUEUED -> 0.1;
      case AGENT_LIED -> 0.3;
      case ACKNOWLEDGED_FOR_OTHER -> 0.05;
      case DELIVERED_WITHOUT_PART, OLD_IDENTITY_USED -> 0.3;
      case AGENT_ENROLLED_AGAIN -> 1;
      case LINK_CUT -> 4;
      case REPLICA_KILLED, REPLICA_PAUSED -> 6;
      case AGENT_KILLED -> 8;
      case AGENT_PAUSED, AGENT_CLOCK, BATCH_DOWN -> 3;
      case STORE_CLOCK -> 2;
      case PROVIDER_GONE -> 1.5;
      case USER_REPEATED -> 4;
      case FUNDS_LOW -> 0.15;
    };
  }

  double chance(Fault fault) {
    return chances.getOrDefault(fault, 0.0);
  }
}
