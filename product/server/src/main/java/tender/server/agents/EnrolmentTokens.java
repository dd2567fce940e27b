package tender.server.agents;

import java.util.Optional;
import tender.core.model.ProviderId;

/** Enrolment tokens. */
public interface EnrolmentTokens {

  /**
   * Redeems a token and returns its provider; empty if the token does not exist, has expired or was
   * already redeemed. Of several concurrent calls one succeeds.
   */
  Optional<ProviderId> redeem(String secret);
}
