package tender.core.message;

import tender.core.model.ProviderId;

/**
 * Names a reservation at one provider: after a refusal the same call is composed anew and reserved
 * again, as a later attempt.
 */
public record ReservationId(CallId call, int attempt, ProviderId provider) {
  @Override
  public String toString() {
    return call + "." + attempt + "@" + provider;
  }
}
