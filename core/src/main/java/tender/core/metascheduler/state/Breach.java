package tender.core.metascheduler.state;

import tender.core.model.ProviderId;

/**
 * A promise was broken; this is the one record of it.
 *
 * @param provider through whom
 * @param promisedMillis when everything should have been there
 * @param endedMillis when it was, or when it was given up
 */
public record Breach(Cause cause, ProviderId provider, long promisedMillis, long endedMillis) {

  /** Why, as far as it can be known from outside. */
  public enum Cause {
    /** The provider answered no more, so its tasks went to others, who ended too late. */
    PROVIDER_SILENT,
    /** The provider said itself that its tasks ended too late, or were not done long after. */
    PROVIDER_LATE,
    /** The provider said that it no longer had the tasks. */
    PROVIDER_DROPPED,
    /** By the provider's clock they ended in time, but word of it came too late. */
    REPORTED_TOO_LATE,
    /** The provider's tasks went back, and nobody else would do them. */
    NO_REPLACEMENT
  }

  /** What a provider is held to account for before the end of the bag is known. */
  public record ProviderFault(Cause cause, ProviderId provider) {}
}
