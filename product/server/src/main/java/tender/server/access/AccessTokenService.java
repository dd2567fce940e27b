package tender.server.access;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import tender.server.api.AccessTokenApi;
import tender.server.api.ApiException;
import tender.server.bags.DatabaseErrorMapper;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.AccessToken;
import tender.server.model.UserId;
import tender.server.store.identity.AccessTokenRepository;

/** Creates, lists and revokes access tokens in the database. */
public final class AccessTokenService implements AccessTokenApi {
  static final int MAX_TOKENS = 50;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,59}");

  private final AccessTokenRepository tokens;
  private final LongSupplier nowMillis;

  /**
   * @param nowMillis the database's clock
   */
  public AccessTokenService(AccessTokenRepository tokens, LongSupplier nowMillis) {
    this.tokens = tokens;
    this.nowMillis = nowMillis;
  }

  @Override
  public String create(Access creator, String name, AccessScope scope, OptionalLong expiresMillis) {
    if (!NAME.matcher(name).matches()) {
      throw ApiException.invalid(
          "The name of an access token has 1 to 60 letters, digits, dots, underscores and hyphens,"
              + " and begins with a letter or a digit.",
          "Choose a name that says where the token is used, such as laptop.");
    }
    if (!creator.scope().includes(scope)) {
      throw ApiException.invalid(
          "A token with the scope %s cannot create one with the scope %s."
              .formatted(creator.scope().text(), scope.text()),
          "Ask for a smaller scope, or use a token that allows more.");
    }
    if (expiresMillis.isPresent() && expiresMillis.getAsLong() <= nowMillis.getAsLong()) {
      throw ApiException.invalid(
          "The token would expire in the past.", "Choose an instant in the future.");
    }
    OptionalLong expiry = earlier(expiresMillis, creator.expiresMillis());
    return DatabaseErrorMapper.mapErrors(
            () -> tokens.create(creator.user(), name, scope, expiry, MAX_TOKENS))
        .orElseThrow(() -> refused(creator.user(), name));
  }

  /** A token that expires must not create one that is valid for longer. */
  private static OptionalLong earlier(OptionalLong one, OptionalLong other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isPresent() ? one : other;
    }
    return OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
  }

  private ApiException refused(UserId user, String name) {
    return list(user).stream().anyMatch(token -> token.name().equals(Optional.of(name)))
        ? ApiException.conflict(
            "You have a token with the name '" + name + "'.",
            "Choose another name, or revoke it first.")
        : ApiException.conflict(
            "You have " + MAX_TOKENS + " tokens, the maximum.",
            "Revoke those that are not used any more.");
  }

  @Override
  public List<AccessToken> list(UserId user) {
    return DatabaseErrorMapper.mapErrors(() -> tokens.list(user));
  }

  @Override
  public void revoke(UserId user, String name) {
    if (!DatabaseErrorMapper.mapErrors(() -> tokens.revoke(user, name))) {
      throw ApiException.notFound(
          "You have no token with this name.", "List your tokens to see their names.");
    }
  }
}
