package tender.server.rest.json;

import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tender.server.model.AccessToken;

/** A token of a user as JSON, without its secret. */
public record AccessTokenJson(
    @Nullable String name,
    String scope,
    @Nullable Instant created,
    @Nullable Instant expires,
    @Nullable Instant used) {

  public static AccessTokenJson of(AccessToken token) {
    return new AccessTokenJson(
        token.name().orElse(null),
        token.scope().text(),
        instant(token.createdMillis()),
        instant(token.expiresMillis()),
        instant(token.usedMillis()));
  }

  private static @Nullable Instant instant(OptionalLong millis) {
    return millis.isPresent() ? Instant.ofEpochMilli(millis.getAsLong()) : null;
  }
}
