package tender.server.api;

import java.util.List;
import java.util.OptionalLong;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.AccessToken;
import tender.server.model.UserId;

/** What users can do with their access tokens. Every method may throw an {@link ApiException}. */
public interface AccessTokenApi {

  /**
   * Creates a token, which allows at most what the creating one allows, and for no longer.
   *
   * @param creator the access of the request
   * @param expiresMillis empty if it does not expire, or with the creating token
   * @return the token, which cannot be read again
   */
  String create(Access creator, String name, AccessScope scope, OptionalLong expiresMillis);

  /** The tokens of a user that are valid, by name; the one of the operator comes first. */
  List<AccessToken> list(UserId user);

  /** Revokes a token. Its event streams end within some seconds. */
  void revoke(UserId user, String name);
}
