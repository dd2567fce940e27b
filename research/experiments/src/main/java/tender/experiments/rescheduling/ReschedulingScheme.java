package tender.experiments.rescheduling;

import java.util.Objects;
import tender.core.plan.reschedule.ReschedulingPolicy;
import tender.core.plan.reschedule.ReschedulingPolicies;

/** Whose estimates providers plan by, and in which order they move forward what waits. */
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
   * @param errorPercent what is left of the users' error in the estimates that providers make
   * @param estimating how many clusters, the last ones, make estimates
   */
  ReschedulingScheme(String id, String title, String rescheduling, int errorPercent, int estimating) {
    this.id = id;
    this.title = title;
    this.rescheduling = rescheduling;
    this.errorPercent = errorPercent;
    this.estimating = estimating;
  }

  /** As it stands in files. */
  public String id() {
    return id;
  }

  /** As it stands in figures. */
  public String title() {
    return title;
  }

  /** Clusters that make estimates and others that do not are all of one speed. */
  boolean appliesTo(ClusterEnvironment environment) {
    return environment == ClusterEnvironment.HOMOGENEOUS || (this != MIXED_50 && this != MIXED_80);
  }

  ReschedulingPolicy rescheduling() {
    return Objects.requireNonNull(ReschedulingPolicies.all().get(rescheduling), rescheduling);
  }

  boolean makesEstimates(int cluster, int clusters) {
    return cluster >= clusters - estimating;
  }

  /** What a provider finds out that makes an estimate. */
  long systemEstimateMillis(long runMillis, long userEstimateMillis) {
    return runMillis + (userEstimateMillis - runMillis) * errorPercent / 100;
  }
}
