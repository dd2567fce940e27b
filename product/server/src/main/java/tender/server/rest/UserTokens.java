package tender.server.rest;

import java.util.Optional;
import tender.server.model.UserId;

/** Who is who: the port through which a token becomes a person. */
public interface UserTokens {

  /**
   * The person who holds a token; empty if nobody does.
   *
   * @param token as it was sent, of which nothing is believed yet
   */
  Optional<UserId> findUser(String token);
}
