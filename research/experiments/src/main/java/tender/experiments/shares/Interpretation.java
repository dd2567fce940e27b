package tender.experiments.shares;

import java.util.List;
import tender.core.model.Time;
import tender.core.share.GlobalDomainBroker;
import tender.simulator.share.ShareRules;

/**
 * How to interpret what the paper leaves open: whether the rating C of its Table 1 is that of each
 * processor or of all of a resource's together, how many tasks the global policy sends to a weaker
 * resource, and whether a task can use a share that is larger than one processor.
 */
public enum Interpretation {
  EACH_BY_SPEED("each-by-speed", "C of each processor, parts by speed"),
  EACH_EVEN("each-even", "C of each processor, even parts"),
  ONE_PROCESSOR("one-processor", "C of each processor, parts by speed, a task on one processor"),
  ALL_BY_SPEED("all-by-speed", "C of all processors, parts by speed"),
  ALL_EVEN("all-even", "C of all processors, even parts");

  /**
   * The interpretation that reproduces the paper's results; claims are also checked under the
   * others.
   */
  static final Interpretation STANDARD = EACH_BY_SPEED;

  static final List<Interpretation> ALTERNATIVES =
      List.of(EACH_EVEN, ONE_PROCESSOR, ALL_BY_SPEED, ALL_EVEN);

  private final String id;
  private final String title;

  Interpretation(String id, String title) {
    this.id = id;
    this.title = title;
  }

  /** The identifier in result files. */
  String id() {
    return id;
  }

  String title() {
    return title;
  }

  double workPerSecond(int processors, double rating) {
    return this == ALL_BY_SPEED || this == ALL_EVEN ? rating : processors * rating;
  }

  ShareRules rules() {
    return new ShareRules(Time.MINUTE_MILLIS, this == ONE_PROCESSOR);
  }

  GlobalDomainBroker.PartSizing parts() {
    return this == EACH_EVEN || this == ALL_EVEN
        ? GlobalDomainBroker.PartSizing.EVEN
        : GlobalDomainBroker.PartSizing.BY_SPEED;
  }
}
