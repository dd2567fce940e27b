package tender.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.server.api.ApiException.Kind;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.AccessToken;
import tender.server.model.Role;
import tender.server.model.UserId;

/** The contract of every implementation of {@link AccessTokenApi}. */
public abstract class AccessTokenApiContract {
  protected static final UserId ANN = new UserId("ann");
  protected static final UserId BEN = new UserId("ben");
  protected static final Access BY_OPERATOR = Access.unlimited(ANN);

  /** An implementation that knows both users. */
  protected abstract AccessTokenApi api();

  /** What a token allows. */
  protected abstract Optional<Access> find(String token);

  protected final String create(String name, AccessScope scope) {
    return api().create(BY_OPERATOR, name, scope, OptionalLong.empty());
  }

  @Test
  void createdTokenAllowsItsScopeUntilItIsRevoked() {
    String laptop = create("laptop", AccessScope.SUBMIT);
    String page = create("page", AccessScope.READ);
    assertThat(find(laptop))
        .contains(Access.ofToken(ANN, AccessScope.SUBMIT, Role.USER, OptionalLong.empty()));
    assertThat(find(page).orElseThrow().scope()).isEqualTo(AccessScope.READ);

    api().revoke(ANN, "laptop");

    assertThat(find(laptop)).isEmpty();
    assertThat(find(page)).isPresent();
  }

  @Test
  void tokensAreListedByTheirNames() {
    create("b", AccessScope.READ);
    create("a", AccessScope.SUBMIT);
    assertThat(api().list(ANN).stream().flatMap(token -> token.name().stream()))
        .containsExactly("a", "b");
    assertThat(api().list(ANN))
        .extracting(AccessToken::scope)
        .contains(AccessScope.READ, AccessScope.SUBMIT);
  }

  @Test
  void nameIsUsedOnce() {
    String first = create("laptop", AccessScope.READ);
    assertThatThrownBy(() -> create("laptop", AccessScope.SUBMIT))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFLICT))
        .hasMessageContaining("'laptop'");
    assertThat(find(first)).isPresent();
    api().revoke(ANN, "laptop");
    assertThat(find(create("laptop", AccessScope.SUBMIT))).isPresent();
  }

  @Test
  void tokenCannotCreateOneThatAllowsMore() {
    Access submit = Access.ofToken(ANN, AccessScope.SUBMIT, Role.USER, OptionalLong.empty());
    assertThatThrownBy(() -> api().create(submit, "more", AccessScope.ADMIN, OptionalLong.empty()))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID));
  }

  @Test
  void othersTokensCannotBeRevoked() {
    String laptop = create("laptop", AccessScope.SUBMIT);
    assertThatThrownBy(() -> api().revoke(BEN, "laptop"))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
    assertThat(find(laptop)).isPresent();
    assertThat(api().list(BEN)).noneMatch(token -> token.name().isPresent());
  }
}
