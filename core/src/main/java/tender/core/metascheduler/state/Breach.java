package tender.core.metascheduler.state;

import tender.core.model.ProviderId;

/**
 * The record of a broken promise.
 *
 * @param provider the provider that caused it, or whose tasks did
 * @param promisedMillis when the whole bag should have been done
 * @param endedMillis when it was done or given up
 */
public record Breach(Cause cause, ProviderId provider, long promisedMillis, long endedMillis) {

  /** The cause, as far as the metascheduler can know it. */
  public enum Cause {
    /** The provider stopped answering, and the replacement ended too late. */
    PROVIDER_SILENT,
    /** The provider reported that its tasks ended too late, or they were long overdue. */
    PROVIDER_LATE,
    /** The provider reported that it no longer had the tasks. */
    PROVIDER_DROPPED,
    /** By the provider's clock the tasks ended in time, but the report came too late. */
    REPORTED_TOO_LATE,
    /** The tasks were taken back, and no other provider would run them. */
    NO_REPLACEMENT,
    /**
     * Tasks were stopped at the limit that the user set for their run time. What follows from it
     * (retries, a late end) is not the provider's fault.
     */
    TASKS_EXCEEDED_LIMIT,
    /**
     * The market's database was restored to a time at which it did not know what had become of the
     * part, so its tasks ran again.
     */
    DATABASE_RESTORED;

    /** Whether it counts against the provider, which then pays a penalty. */
    public boolean isProviderFault() {
      return this != TASKS_EXCEEDED_LIMIT && this != DATABASE_RESTORED;
    }
  }

  /** A provider's failure that becomes the breach if the bag ends too late. */
  public record ProviderFault(Cause cause, ProviderId provider) {}
}
