package tender.server.model;

import java.util.OptionalLong;

/**
 * The user that has a token, and what it allows.
 *
 * @param expiresMillis empty if it does not expire
 */
public record Access(UserId user, AccessScope scope, OptionalLong expiresMillis) {
  /** A token that allows everything that its user may do. */
  public static Access unlimited(UserId user) {
    return new Access(user, AccessScope.ADMIN, OptionalLong.empty());
  }
}
