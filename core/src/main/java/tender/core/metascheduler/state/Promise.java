package tender.core.metascheduler.state;

import tender.core.compose.Composition;

/** The promise to the user that the whole bag will be done by a time. */
public record Promise(Composition composition) {

  /** The deadline, or the composition's completion if that is later. */
  public long completionMillis() {
    return Math.max(composition.completionMillis(), composition.deadlineMillis());
  }
}
