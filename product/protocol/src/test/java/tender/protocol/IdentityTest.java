package tender.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.core.model.ProviderId;

class IdentityTest {
  private static final Digest AUTHORITY = Digest.of(new byte[] {1, 2, 3});

  @Test
  void tokenRoundTripsAsOneLineOfText() {
    EnrolmentToken token = new EnrolmentToken("abcDEF_0123-4567", AUTHORITY);
    assertThat(EnrolmentToken.parse(" " + token.text() + "\n")).isEqualTo(token);
    assertThat(token.text()).doesNotContainAnyWhitespaces();
  }

  @Test
  void secretIsNotInMessages() {
    EnrolmentToken token = new EnrolmentToken("abcDEF_0123-4567", AUTHORITY);
    assertThat(token.toString()).doesNotContain(token.secret());
    assertThatThrownBy(() -> EnrolmentToken.parse(token.secret()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Copy the whole line")
        .message()
        .doesNotContain(token.secret());
  }

  @Test
  void providerIdIsEscapedInSpiffeUri() {
    assertThat(ProviderSpiffeId.uri(new ProviderId("physics")))
        .isEqualTo("spiffe://tender/provider/physics");
    assertThat(ProviderSpiffeId.uri(new ProviderId("a/b c*ä")))
        .isEqualTo("spiffe://tender/provider/a%2Fb%20c%2A%C3%A4");
  }
}
