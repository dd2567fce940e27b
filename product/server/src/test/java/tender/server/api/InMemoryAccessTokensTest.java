package tender.server.api;

import java.util.Map;
import java.util.Optional;
import tender.server.model.Access;

/** The fake of the REST tests fulfils the contract. */
class InMemoryAccessTokensTest extends AccessTokenApiContract {
  private final InMemoryAccessTokens tokens = new InMemoryAccessTokens(Map.of("a", ANN, "b", BEN));

  @Override
  protected AccessTokenApi api() {
    return tokens;
  }

  @Override
  protected Optional<Access> find(String token) {
    return tokens.find(token);
  }
}
