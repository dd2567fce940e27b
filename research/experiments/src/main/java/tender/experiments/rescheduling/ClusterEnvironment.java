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

  /** C1 to C4. */
  List<Cluster> clusters(int processors) {
    Cluster fast = new Cluster(processors, fastPermille);
    Cluster slow = Cluster.of(processors);
    return List.of(fast, fast, slow, slow);
  }
}
