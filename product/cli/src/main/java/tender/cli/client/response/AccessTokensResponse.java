package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user's access tokens, as the server returns them and {@code -o json} prints them. */
public record AccessTokensResponse(List<Token> tokens) {
  /**
   * A token without its secret.
   *
   * @param name null for the token that the operator created
   * @param created null if it is not known
   * @param expires null if it does not expire
   * @param used when it was last used, within 10 minutes; null if never
   */
  public record Token(
      @Nullable String name,
      String scope,
      @Nullable Instant created,
      @Nullable Instant expires,
      @Nullable Instant used) {}
}
