package tender.core.call;

import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;

/**
 * What the market knows of a provider that it may call.
 *
 * @param promises how it kept its promises
 * @param calls how it answered its recent calls
 */
public record KnownProvider(
    ProviderId id, PublishedCapabilities published, TrackRecord promises, CallRecord calls) {
  /** A provider that publishes nothing and has no record. */
  public static KnownProvider of(ProviderId id) {
    return new KnownProvider(id, PublishedCapabilities.NOTHING, TrackRecord.NONE, CallRecord.NONE);
  }
}
