package tender.experiments.rescheduling;

import java.util.Objects;
import tender.core.plan.reschedule.ReschedulingPolicies;
import tender.core.plan.reschedule.ReschedulingPolicy;

/** Which estimates providers plan with, and how they reschedule waiting jobs. */
public enum ReschedulingScheme {
  USER("ue", "UE", "uncoordinated", 100, 0),
  COORDINATED("ue-coordinated", "UE coordinated", "coordinated", 100, 0),
  LEAST_WORK("ue-least-work", "UE least work", "least-work", 100, 0),
  SYSTEM_50("se-50", "SE = 0.5 UE", "uncoordinated", 50, 4),
  SYSTEM_80("se-80", "SE = 0.2 UE", "uncoordinated", 20, 4),
  MIXED_50("mixed-50", "C3, C4 SE = 0.5 UE", "uncoordinated", 50, 2),
  MIXED_80("mixed-80", "C3, C4 SE = 0.2 UE", "uncoordinated", 20, 2);

  private final String id;
  private final String title;
  private final String rescheduling;
  private final int errorPercent;
  private final int estimating;

  /**
   * @param errorPercent share of the users' error that remains in the estimates of providers
   * @param estimating number of clusters, counted from the last, that make estimates
   */
  ReschedulingScheme(
      String id, String title, String rescheduling, int errorPercent, int estimating) {
    this.id = id;
    this.title = title;
    this.rescheduling = rescheduling;
    this.errorPercent = errorPercent;
    this.estimating = estimating;
  }

  /** The identifier in result files. */
  public String id() {
    return id;
  }

  /** The title in figures. */
  public String title() {
    return title;
  }

  /** Mixed schemes only run in the homogeneous environment. */
  boolean appliesTo(ClusterEnvironment environment) {
    return environment == ClusterEnvironment.HOMOGENEOUS || (this != MIXED_50 && this != MIXED_80);
  }

  ReschedulingPolicy rescheduling() {
    return Objects.requireNonNull(ReschedulingPolicies.all().get(rescheduling), rescheduling);
  }

  boolean makesEstimates(int cluster, int clusters) {
    return cluster >= clusters - estimating;
  }

  /** The estimate of a provider that makes estimates. */
  long systemEstimateMillis(long runMillis, long userEstimateMillis) {
    return runMillis + (userEstimateMillis - runMillis) * errorPercent / 100;
  }
}
