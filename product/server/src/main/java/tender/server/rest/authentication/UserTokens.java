package tender.server.rest.authentication;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tender.server.model.Access;
import tender.server.model.UserId;

/** Port to the tokens of users. */
public interface UserTokens {

  /**
   * The user that has a token, and what it allows; empty if it is not valid.
   *
   * @param token as the client sent it, not validated
   */
  Optional<Access> find(String token);

  /** The users that have these tokens, by token; those that are not valid are left out. */
  default Map<String, UserId> findUsers(Collection<String> tokens) {
    Map<String, UserId> users = new HashMap<>();
    tokens.forEach(token -> find(token).ifPresent(access -> users.put(token, access.user())));
    return users;
  }
}
