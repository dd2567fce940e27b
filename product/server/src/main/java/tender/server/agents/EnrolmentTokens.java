package tender.server.agents;

import java.util.Optional;
import tender.core.model.ProviderId;

/** The secrets that were handed out for enrolment. */
public interface EnrolmentTokens {

  /**
   * For which provider this secret was handed out; empty if for none, if it has expired or if it
   * has been redeemed before. It is redeemed by this call, and of several calls at once one wins.
   */
  Optional<ProviderId> redeem(String secret);
}
