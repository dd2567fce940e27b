package tender.server.rest;

import java.util.Optional;
import tender.server.model.UserId;

/** Port that maps tokens to users. */
public interface UserTokens {

  /**
   * The user that has a token; empty if there is none.
   *
   * @param token as the client sent it, not validated
   */
  Optional<UserId> findUser(String token);
}
