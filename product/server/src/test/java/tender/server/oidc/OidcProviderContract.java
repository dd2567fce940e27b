package tender.server.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an identity provider must do, whichever it is. A person "ann" can log in. */
public abstract class OidcProviderContract {
  private static final String STATE = "state-with-enough-characters";
  private static final String NONCE = "nonce-with-enough-characters";
  private static final String VERIFIER = "verifier-".repeat(6);

  protected abstract OidcProvider provider();

  /** Ann logs in in a browser; returns the URL to which the browser is sent back. */
  protected abstract URI logIn(URI authorizationUrl);

  /** Ann enters the code of a device in a browser, and agrees. */
  protected abstract void approve(DeviceAuthorization device);

  protected abstract void disableAnn();

  protected abstract void enableAnn();

  private Map<String, String> answer() {
    URI back = logIn(provider().authorizationUrl(STATE, NONCE, VERIFIER));
    assertThat(back.toString()).startsWith(provider().settings().callback().toString());
    Map<String, String> answer = new HashMap<>();
    for (String field : back.getRawQuery().split("&")) {
      String[] parts = field.split("=", 2);
      answer.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return answer;
  }

  @Test
  void codeIsExchangedForThePerson() {
    Map<String, String> answer = answer();
    assertThat(answer).containsEntry("state", STATE);
    assertThat(provider().namesIssuer()).isTrue();
    assertThat(answer).containsEntry("iss", provider().settings().issuer().toString());

    ProviderTokens tokens = provider().exchange(answer.get("code"), NONCE, VERIFIER);

    assertThat(tokens.identity().issuer()).isEqualTo(provider().settings().issuer().toString());
    assertThat(tokens.identity().subject()).isNotBlank();
    assertThat(tokens.identity().userName()).contains("ann");
    assertThat(tokens.toString()).doesNotContain(tokens.refreshToken());
    assertThat(provider().logoutUrl(tokens.idToken()).orElseThrow().toString())
        .contains("id_token_hint", "post_logout_redirect_uri");
  }

  @Test
  void codeWithoutItsVerifierIsWorthless() {
    String code = answer().get("code");
    assertThatThrownBy(() -> provider().exchange(code, NONCE, "another-".repeat(6)))
        .isInstanceOf(GrantRefusedException.class);
  }

  @Test
  void codeWorksOnce() {
    String code = answer().get("code");
    provider().exchange(code, NONCE, VERIFIER);
    assertThatThrownBy(() -> provider().exchange(code, NONCE, VERIFIER))
        .isInstanceOf(GrantRefusedException.class);
  }

  @Test
  void tokenOfAnotherLoginIsRefused() {
    String code = answer().get("code");
    assertThatThrownBy(() -> provider().exchange(code, "another-nonce-of-a-login", VERIFIER))
        .isInstanceOf(GrantRefusedException.class)
        .hasMessageContaining("ID token");
  }

  @Test
  void loginIsConfirmedUntilThePersonIsDisabled() {
    ProviderTokens first = provider().exchange(answer().get("code"), NONCE, VERIFIER);
    ProviderTokens second = refresh(first);
    ProviderTokens third = refresh(second);
    assertThat(third.identity()).isEqualTo(first.identity());
    disableAnn();
    try {
      assertThatThrownBy(() -> refresh(third)).isInstanceOf(GrantRefusedException.class);
    } finally {
      enableAnn();
    }
  }

  private ProviderTokens refresh(ProviderTokens tokens) {
    return provider().refresh(tokens.refreshToken(), tokens.identity(), tokens.idToken());
  }

  @Test
  void loginByDeviceCodeGivesThePersonAfterTheAgreement() throws InterruptedException {
    DeviceAuthorization device = provider().startDevice();
    assertThat(device.userCode()).isNotBlank();
    assertThat(provider().pollDevice(device.secret())).isInstanceOf(DeviceResult.Pending.class);
    approve(device);
    Thread.sleep(device.intervalMillis());
    DeviceResult result = provider().pollDevice(device.secret());
    assertThat(result).isInstanceOf(DeviceResult.Granted.class);
    ProviderTokens tokens = ((DeviceResult.Granted) result).tokens();
    assertThat(tokens.identity().userName()).contains("ann");
    ProviderTokens next = refresh(tokens);
    assertThat(next.identity()).isEqualTo(tokens.identity());
    provider().revoke(next.refreshToken());
    assertThatThrownBy(() -> refresh(next)).isInstanceOf(GrantRefusedException.class);
  }
}
