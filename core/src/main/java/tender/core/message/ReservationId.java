package tender.core.message;

import tender.core.model.ProviderId;

/**
 * Identifies a reservation at one provider. After a refusal the metascheduler composes the same
 * call again and reserves in a later attempt.
 */
public record ReservationId(CallId call, int attempt, ProviderId provider) {
  @Override
  public String toString() {
    return call + "." + attempt + "@" + provider;
  }
}
