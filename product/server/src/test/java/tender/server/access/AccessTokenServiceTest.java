package tender.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.server.api.AccessTokenApi;
import tender.server.api.AccessTokenApiContract;
import tender.server.api.ApiException;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.Role;
import tender.server.store.Database;
import tender.server.store.PostgresServer;

/** The service on a real PostgreSQL. */
@Tag("live")
class AccessTokenServiceTest extends AccessTokenApiContract {
  private static final long HOUR_MILLIS = 3_600_000;

  private Database database;
  private AccessTokenService service;
  private String operatorToken;

  @BeforeEach
  void open() {
    database = Database.open(PostgresServer.shared().newDatabase(), "here");
    operatorToken = database.users().create(ANN).orElseThrow();
    database.users().create(BEN);
    service = new AccessTokenService(database.accessTokens(), database.store()::nowMillis);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Override
  protected AccessTokenApi api() {
    return service;
  }

  @Override
  protected Optional<Access> find(String token) {
    return database.accessTokens().find(token);
  }

  private String expiring(String name, long millis) {
    return service.create(
        BY_OPERATOR,
        name,
        AccessScope.READ,
        OptionalLong.of(database.store().nowMillis() + millis));
  }

  @Test
  void expiredTokenIsInvalidAndItsNameIsFree() throws InterruptedException {
    String token = expiring("short", 300);
    assertThat(find(token)).isPresent();
    assertThat(database.accessTokens().findUsers(List.of(token, operatorToken)))
        .isEqualTo(Map.of(token, ANN, operatorToken, ANN));
    Thread.sleep(350);
    assertThat(find(token)).isEmpty();
    assertThat(database.accessTokens().findUsers(List.of(token))).isEmpty();
    assertThat(service.list(ANN)).hasSize(1);
    assertThat(find(expiring("short", HOUR_MILLIS))).isPresent();
  }

  @Test
  void tokenExpiresNotLaterThanTheOneThatCreatedIt() {
    long soonMillis = database.store().nowMillis() + HOUR_MILLIS;
    Access creator = Access.ofToken(ANN, AccessScope.ADMIN, Role.USER, OptionalLong.of(soonMillis));
    service.create(creator, "same", AccessScope.READ, OptionalLong.empty());
    service.create(creator, "later", AccessScope.READ, OptionalLong.of(soonMillis + HOUR_MILLIS));
    assertThat(service.list(ANN))
        .filteredOn(token -> token.name().isPresent())
        .hasSize(2)
        .allMatch(token -> token.expiresMillis().equals(OptionalLong.of(soonMillis)));
  }

  @Test
  void revokedUserHasNoTokens() {
    String laptop = create("laptop", AccessScope.ADMIN);
    assertThat(database.users().revoke(ANN)).isTrue();
    assertThat(find(laptop)).isEmpty();
    assertThat(find(operatorToken)).isEmpty();
    assertThat(database.accessTokens().findUsers(List.of(laptop, operatorToken))).isEmpty();

    String again = database.users().create(ANN).orElseThrow();

    assertThat(find(again)).contains(BY_OPERATOR);
    assertThat(find(laptop)).as("a token from before the revocation").isEmpty();
  }

  @Test
  void lastUseIsShown() {
    create("laptop", AccessScope.READ);
    String page = create("page", AccessScope.READ);
    find(page);
    assertThat(service.list(ANN))
        .filteredOn(token -> token.usedMillis().isPresent())
        .extracting(token -> token.name().orElse("(operator)"))
        .containsExactly("page");
  }

  @Test
  void usersHaveAtMostSomeTokens() {
    for (int i = 0; i < AccessTokenService.MAX_TOKENS; i++) {
      create("t" + i, AccessScope.READ);
    }
    assertThatThrownBy(() -> create("one-more", AccessScope.READ))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("50 tokens, the maximum");
  }

  @Test
  void invalidNamesAreRefused() {
    for (String name : List.of("", " a", "-a", "a/b", "a".repeat(61))) {
      assertThatThrownBy(() -> create(name, AccessScope.READ))
          .as(name)
          .isInstanceOf(ApiException.class);
    }
    assertThatThrownBy(() -> expiring("past", -1))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("past");
  }

  @Test
  void onlyHashesAreStored() {
    String token = create("laptop", AccessScope.READ);
    assertThat(token).hasSize(64);
    assertThat(service.list(ANN).toString()).doesNotContain(token);
  }
}
