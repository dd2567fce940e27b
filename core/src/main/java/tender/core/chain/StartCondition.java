package tender.core.chain;

/** When a stage may start after another stage. */
public enum StartCondition {
  /** All tasks of the other stage have succeeded. */
  ALL_SUCCEEDED,
  /** The other stage has ended in any way, or was skipped. */
  ANY_ENDED,
  /**
   * The other stage has ended; only those tasks run whose corresponding task, with the same index,
   * has succeeded.
   */
  PER_TASK
}
