package tender.experiments.rescheduling;

import java.util.List;
import tender.core.model.Cluster;

/** Four clusters, of which the first two may be faster than the others. */
public enum ClusterEnvironment {
  HOMOGENEOUS("homogeneous", "Homogeneous", 1_000),
  FASTER_20("faster-20", "C1, C2 20 % faster", 1_200),
  FASTER_50("faster-50", "C1, C2 50 % faster", 1_500);

  private final String id;
  private final String title;
  private final int fastPermille;

  ClusterEnvironment(String id, String title, int fastPermille) {
    this.id = id;
    this.title = title;
    this.fastPermille = fastPermille;
  }

  /** The identifier in result files. */
  public String id() {
    return id;
  }

  /** The title in figures. */
  public String title() {
    return title;
  }

  public boolean isHeterogeneous() {
    return this != HOMOGENEOUS;
  }

  /** The threshold up to which system estimates help, by Figure 13 of the paper. */
  int turningPointPercent() {
    return isHeterogeneous() ? 70 : 60;
  }

  /** The overestimations of users' estimates: all for equal clusters, otherwise those of claims. */
  List<Integer> percents() {
    return switch (this) {
      case HOMOGENEOUS -> ReschedulingExperiment.OVERESTIMATION_PERCENTS;
      case FASTER_20 -> ReschedulingExperiment.TABLE_IV_PERCENTS;
      case FASTER_50 -> List.of(0, 30, 50, 70, 100, 150, 200);
    };
  }

  /** The overestimations at which system estimates are compared with users'. */
  List<Integer> estimatePercents() {
    return this == FASTER_20 ? List.of() : List.of(30, turningPointPercent(), 200);
  }

  /** C1 to C4. */
  List<Cluster> clusters(int processors) {
    Cluster fast = new Cluster(processors, fastPermille);
    Cluster slow = Cluster.of(processors);
    return List.of(fast, fast, slow, slow);
  }
}
