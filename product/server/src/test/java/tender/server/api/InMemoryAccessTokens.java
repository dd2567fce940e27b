package tender.server.api;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.AccessToken;
import tender.server.model.Role;
import tender.server.model.UserId;

/** Access tokens of users in memory, which never expire. */
public final class InMemoryAccessTokens implements AccessTokenApi {
  private final Map<String, UserId> operatorTokens;
  private final Map<UserId, Role> roles = new HashMap<>();
  private final Map<UserId, Map<String, AccessToken>> created = new HashMap<>();

  /**
   * @param operatorTokens the users by the token that the operator created
   */
  public InMemoryAccessTokens(Map<String, UserId> operatorTokens) {
    this.operatorTokens = operatorTokens;
  }

  /** Sets the role of a user. */
  public synchronized void setRole(UserId user, Role role) {
    roles.put(user, role);
  }

  private Role role(UserId user) {
    return roles.getOrDefault(user, Role.USER);
  }

  private Map<String, AccessToken> of(UserId user) {
    return created.computeIfAbsent(user, key -> new TreeMap<>());
  }

  /** The access of a token; that of created ones is USER.NAME. */
  public synchronized Optional<Access> find(String token) {
    Optional<Access> byOperator =
        Optional.ofNullable(operatorTokens.get(token))
            .map(user -> Access.ofToken(user, AccessScope.ADMIN, role(user), OptionalLong.empty()));
    return byOperator.or(
        () ->
            created.entrySet().stream()
                .flatMap(
                    entry ->
                        entry.getValue().values().stream()
                            .filter(one -> token.equals(secret(entry.getKey(), one)))
                            .map(
                                one ->
                                    Access.ofToken(
                                        entry.getKey(),
                                        one.scope(),
                                        role(entry.getKey()),
                                        one.expiresMillis())))
                .findFirst());
  }

  private static String secret(UserId user, AccessToken token) {
    return user + "." + token.name().orElseThrow();
  }

  @Override
  public synchronized String create(
      Access creator, String name, AccessScope scope, OptionalLong expiresMillis) {
    if (name.isBlank() || !creator.scope().includes(scope)) {
      throw ApiException.invalid("The name or the scope is not possible.", "Correct it.");
    }
    AccessToken token =
        new AccessToken(
            Optional.of(name), scope, OptionalLong.of(1_000), expiresMillis, OptionalLong.empty());
    if (of(creator.user()).putIfAbsent(name, token) != null) {
      throw ApiException.conflict("You have a token with the name '" + name + "'.", "Revoke it.");
    }
    return secret(creator.user(), token);
  }

  @Override
  public synchronized List<AccessToken> list(UserId user) {
    return List.copyOf(of(user).values());
  }

  @Override
  public synchronized void revoke(UserId user, String name) {
    if (of(user).remove(name) == null) {
      throw ApiException.notFound("You have no token with this name.", "List your tokens.");
    }
  }
}
