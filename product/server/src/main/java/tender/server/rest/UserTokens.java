package tender.server.rest;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
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

  /** The users that have these tokens, by token; unknown tokens are left out. */
  default Map<String, UserId> findUsers(Collection<String> tokens) {
    Map<String, UserId> users = new HashMap<>();
    tokens.forEach(token -> findUser(token).ifPresent(user -> users.put(token, user)));
    return users;
  }
}
