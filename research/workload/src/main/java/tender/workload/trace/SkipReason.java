package tender.workload.trace;

/** Why a row of a trace was skipped. If several reasons apply, the first in this order counts. */
public enum SkipReason {
  /** Status 2, 3 or 4: a partial execution; the whole job has its own row. */
  PARTIAL_EXECUTION,
  /** No submission time. */
  NO_SUBMISSION,
  /** Neither requested nor allocated processors, as for a job cancelled before it started. */
  NO_PROCESSORS,
  /** No run time, or none above 0. */
  NO_RUN_TIME,
  /** More processors than the machine has. */
  WIDER_THAN_MACHINE,
  /** A submission or an estimate beyond {@link TraceCleaner#LONGEST_SECONDS}. */
  BEYOND_TIME_LIMIT,
  /** The number of an earlier job. */
  REPEATED_NUMBER
}
