package tender.workload.trace;

/** Why a row of a log is not a job. Of several reasons the first in this order counts. */
public enum SkipReason {
  /** Status 2, 3 or 4: a part of a run, whose whole has a row of its own. */
  PARTIAL_EXECUTION,
  /** No submission time. */
  NO_SUBMISSION,
  /** Neither requested nor allocated processors, as of a job cancelled before it started. */
  NO_PROCESSORS,
  /** No run time, or none above 0. */
  NO_RUN_TIME,
  /** More processors than the machine has. */
  WIDER_THAN_MACHINE,
  /** A submission or an estimate beyond {@link TraceCleaner#LONGEST_SECONDS}. */
  BEYOND_TIME_LIMIT,
  /** The number of a job that came before. */
  REPEATED_NUMBER
}
