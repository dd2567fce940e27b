package tender.experiments.rescheduling;

import java.util.List;
import java.util.Objects;
import tender.core.plan.reschedule.ReschedulingPolicies;
import tender.core.plan.reschedule.ReschedulingPolicy;

/** Which estimates providers plan with, and how they reschedule waiting jobs. */
public enum ReschedulingScheme {
  USER("ue", "UE", "uncoordinated", 100, 0, false),
  COORDINATED("ue-coordinated", "UE coordinated", "coordinated", 100, 0, false),
  LEAST_WORK("ue-least-work", "UE least work", "least-work", 100, 0, false),
  ARRIVAL("ue-arrival", "UE by arrival", "arrival", 100, 0, false),
  SYSTEM_50("se-50", "SE = 0.5 UE", "uncoordinated", 50, 4, true),
  SYSTEM_80("se-80", "SE = 0.2 UE", "uncoordinated", 20, 4, true),
  REPLACED_80("se-80-replaced", "SE = 0.2 UE, replaced", "uncoordinated", 20, 4, false),
  MIXED_50("mixed-50", "C3, C4 SE = 0.5 UE", "uncoordinated", 50, 2, true),
  MIXED_80("mixed-80", "C3, C4 SE = 0.2 UE", "uncoordinated", 20, 2, true);

  /** Just above perfect estimates, and far above. */
  static final List<Integer> ARRIVAL_PERCENTS = List.of(10, 100);

  private static final List<Integer> MIXED_PERCENTS = List.of(50, 200);

  private final String id;
  private final String title;
  private final String rescheduling;
  private final int errorPercent;
  private final int estimating;
  private final boolean awaited;

  /**
   * @param errorPercent share of the users' error that remains in the estimates of providers
   * @param estimating number of clusters, counted from the last, that make estimates
   * @param awaited whether offers wait for these estimates, as in section 3 of the paper; otherwise
   *     bags are queued by the users' estimates, which are replaced later
   */
  ReschedulingScheme(
      String id,
      String title,
      String rescheduling,
      int errorPercent,
      int estimating,
      boolean awaited) {
    this.id = id;
    this.title = title;
    this.rescheduling = rescheduling;
    this.errorPercent = errorPercent;
    this.estimating = estimating;
    this.awaited = awaited;
  }

  /** The identifier in result files. */
  public String id() {
    return id;
  }

  /** The title in figures. */
  public String title() {
    return title;
  }

  /** Whether the reading of the text has runs with this overestimation. */
  boolean includes(ClusterEnvironment environment, int overestimationPercent) {
    return switch (this) {
      case USER, COORDINATED -> environment.percents().contains(overestimationPercent);
      case LEAST_WORK ->
          !environment.isHeterogeneous()
              && ReschedulingExperiment.TABLE_IV_PERCENTS.contains(overestimationPercent);
      case ARRIVAL ->
          !environment.isHeterogeneous() && ARRIVAL_PERCENTS.contains(overestimationPercent);
      case SYSTEM_50, SYSTEM_80, REPLACED_80 ->
          environment.estimatePercents().contains(overestimationPercent);
      case MIXED_50, MIXED_80 ->
          !environment.isHeterogeneous() && MIXED_PERCENTS.contains(overestimationPercent);
    };
  }

  ReschedulingPolicy rescheduling() {
    return Objects.requireNonNull(ReschedulingPolicies.all().get(rescheduling), rescheduling);
  }

  boolean makesEstimates(int cluster, int clusters) {
    return cluster >= clusters - estimating;
  }

  boolean awaitsEstimates() {
    return awaited;
  }

  /** The estimate of a provider that makes estimates. */
  long systemEstimateMillis(long runMillis, long userEstimateMillis) {
    return runMillis + (userEstimateMillis - runMillis) * errorPercent / 100;
  }
}
