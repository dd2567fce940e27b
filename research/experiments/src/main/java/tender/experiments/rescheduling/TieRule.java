package tender.experiments.rescheduling;

import tender.core.compose.CompositionPolicy;
import tender.core.compose.EarliestCompletion;

/** Which of several offers with the same completion time gets the tasks. */
enum TieRule {
  /** All of them, in proportion to their sizes. */
  SHARED,

  /** The first of them, as far as its offer goes. */
  FIRST_REPLY;

  CompositionPolicy composer() {
    return switch (this) {
      case SHARED -> EarliestCompletion.sharingTies();
      case FIRST_REPLY -> new EarliestCompletion();
    };
  }
}
