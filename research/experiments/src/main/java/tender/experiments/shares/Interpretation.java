package tender.experiments.shares;

import java.util.List;
import tender.core.model.Time;
import tender.core.share.GlobalDomainBroker.PartSizing;
import tender.simulator.share.ShareRules;

/**
 * How to interpret what the paper leaves open: whether the rating C of its Table 1 is that of each
 * processor or of all of a resource's together, how many tasks the global policy sends to the
 * weaker resource, and whether a task can use a share that is larger than one processor.
 */
public enum Interpretation {
  EACH_BY_SPEED("each-by-speed", "C of each processor, parts by speed"),
  EACH_4("each-4", "C of each processor, 4 tasks to R4"),
  EACH_5("each-5", "C of each processor, 5 tasks to R4"),
  EACH_6("each-6", "C of each processor, 6 tasks to R4"),
  EACH_7("each-7", "C of each processor, 7 tasks to R4"),
  EACH_8("each-8", "C of each processor, 8 tasks to R4"),
  EACH_EVEN("each-even", "C of each processor, even parts"),
  ONE_PROCESSOR("one-processor", "C of each processor, parts by speed, a task on one processor"),
  ALL_BY_SPEED("all-by-speed", "C of all processors, parts by speed"),
  ALL_EVEN("all-even", "C of all processors, even parts");

  /**
   * U8 runs 50 tasks on R1 and R3 only, bids near the minimum at minute 420 and is in time (section
   * 5.3): only possible if C is the rating of each processor. A weaker resource gets "a smaller
   * quantity" if tasks are alike, as these are within 7 % (section 4.1.3).
   */
  static final Interpretation STANDARD = EACH_BY_SPEED;

  static final List<Interpretation> ALTERNATIVES =
      List.of(EACH_EVEN, ONE_PROCESSOR, ALL_BY_SPEED, ALL_EVEN);

  /** By the number of tasks that a global user sends to R4: 2, 4 to 8, and 10. */
  static final List<Interpretation> BY_PART =
      List.of(EACH_BY_SPEED, EACH_4, EACH_5, EACH_6, EACH_7, EACH_8, EACH_EVEN);

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

  PartSizing parts() {
    return switch (this) {
      case EACH_BY_SPEED, ONE_PROCESSOR, ALL_BY_SPEED -> PartSizing.BY_SPEED;
      case EACH_EVEN, ALL_EVEN -> PartSizing.EVEN;
      case EACH_4 -> PartSizing.fixed(4);
      case EACH_5 -> PartSizing.fixed(5);
      case EACH_6 -> PartSizing.fixed(6);
      case EACH_7 -> PartSizing.fixed(7);
      case EACH_8 -> PartSizing.fixed(8);
    };
  }
}
