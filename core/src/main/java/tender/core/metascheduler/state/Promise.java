package tender.core.metascheduler.state;

import tender.core.compose.Composition;

/** What the user was told: all of the bag will be done by then. */
public record Promise(Composition composition) {

  /** What meets the deadline has all of its time. */
  public long completionMillis() {
    return Math.max(composition.completionMillis(), composition.deadlineMillis());
  }
}
