package tender.server.model;

import java.util.OptionalLong;

/**
 * The user that has a token, and what it allows. It is read at each request, so that a change of
 * the role applies to the next one.
 *
 * @param isLogin whether the token is of a session that an identity provider confirms
 * @param expiresMillis empty if it does not expire
 */
public record Access(
    UserId user, AccessScope scope, Role role, boolean isLogin, OptionalLong expiresMillis) {

  /** A token that allows everything that its user may do. */
  public static Access unlimited(UserId user) {
    return ofToken(user, AccessScope.ADMIN, Role.USER, OptionalLong.empty());
  }

  /** The access of an access token. */
  public static Access ofToken(
      UserId user, AccessScope scope, Role role, OptionalLong expiresMillis) {
    return new Access(user, scope, role, false, expiresMillis);
  }

  /**
   * The access of a session. It has no scope for access tokens, because they would outlive the
   * decisions of the identity provider.
   */
  public static Access ofLogin(UserId user, Role role, long expiresMillis) {
    return new Access(user, AccessScope.SUBMIT, role, true, OptionalLong.of(expiresMillis));
  }

  /** Whether it allows to look at what belongs to others. */
  public boolean mayAudit() {
    return role != Role.USER;
  }

  /**
   * Whether it allows to manage the market. A session does, although its scope is smaller: a person
   * has logged in, and the identity provider confirms that it is still valid.
   */
  public boolean mayOperate() {
    return role == Role.OPERATOR && (isLogin || scope.includes(AccessScope.ADMIN));
  }
}
