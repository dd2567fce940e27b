package tender.server.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmailAddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"ann@example.org", "a.b+c@x-1.example.org", "root@localhost"})
  void plainAddressesArePossible(String text) {
    assertThat(EmailAddress.isPossible(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ann",
        "@example.org",
        "ann@",
        "ann@-x.org",
        "ann@example.org\r\nBcc: eve@example.org",
        "ann@example.org\n",
        "ann@example.org,eve@example.org",
        "ann@example.org eve@example.org",
        "Ann <ann@example.org>",
        "\"ann\\r\\n\"@example.org",
        "ann@[127.0.0.1]",
        "ann%eve.org@example.org",
        "ann@exämple.org",
        "-oQ/tmp@example.org",
        "ann@example..org"
      })
  void otherTextsAreRefused(String text) {
    assertThat(EmailAddress.isPossible(text)).isFalse();
  }
}
