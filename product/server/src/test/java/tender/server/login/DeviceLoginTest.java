package tender.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Logins by device code. */
class DeviceLoginTest extends LoginTestCase {
  private TestBrowser.Answer start() {
    return browser.send(browser.request("/v1/login/device").POST(BodyPublishers.noBody()));
  }

  private TestBrowser.Answer poll(String secret) {
    return browser.send(
        browser
            .request("/v1/login/device/result")
            .POST(BodyPublishers.ofString("{\"login\": \"%s\"}".formatted(secret))));
  }

  private int bags(String token) {
    return browser
        .send(browser.request("/v1/bags").header("Authorization", "Bearer " + token))
        .status();
  }

  private String logIn() throws InterruptedException {
    JsonNode started = start().json();
    identities.approve(started.get("userCode").asString());
    Thread.sleep(1_000);
    return poll(started.get("login").asString()).json().get("token").asString();
  }

  @Test
  void tokenIsGivenOnceAfterTheAgreement() throws InterruptedException {
    JsonNode started = start().json();
    String secret = started.get("login").asString();
    assertThat(started.get("verificationUrl").asString()).isEqualTo(identities.issuer() + "/enter");
    assertThat(started.get("intervalSeconds").asDouble()).isEqualTo(1);
    Thread.sleep(1_000);
    assertThat(poll(secret).json().get("token").isNull()).isTrue();

    identities.approve(started.get("userCode").asString());
    assertThat(poll(secret).json().get("token").isNull()).as("before the interval").isTrue();
    Thread.sleep(1_000);
    JsonNode result = poll(secret).json();

    assertThat(result.get("user").asString()).isEqualTo("ann");
    String token = result.get("token").asString();
    assertThat(bags(token)).isEqualTo(200);
    assertThat(poll(secret).status()).isEqualTo(403);
    assertThat(audited()).contains("user ann: login command: done");

    TestBrowser.Answer logout =
        browser.send(
            browser
                .request("/v1/logout")
                .header("Authorization", "Bearer " + token)
                .POST(BodyPublishers.noBody()));

    assertThat(logout.json().get("continueAt").isNull()).isTrue();
    assertThat(bags(token)).isEqualTo(401);
  }

  @Test
  void disabledPersonIsOut() throws InterruptedException {
    String token = logIn();
    assertThat(bags(token)).isEqualTo(200);
    identities.disable("ann");
    age(31);
    assertThat(bags(token)).isEqualTo(401);
  }

  @Test
  void unknownAndExpiredLoginsAreRefused() {
    assertThat(poll("0".repeat(64)).status()).isEqualTo(403);
    String secret = start().json().get("login").asString();
    sql("update device_login set expires_millis = now_millis() - 1");
    assertThat(poll(secret).status()).isEqualTo(403);
    assertThat(
            browser
                .send(
                    browser.request("/v1/login/device/result").POST(BodyPublishers.ofString("{}")))
                .status())
        .isEqualTo(422);
  }

  @Test
  void waitingLoginsOfAnAddressAreLimited() {
    for (int i = 0; i < DeviceLoginService.MAX_PER_ADDRESS; i++) {
      assertThat(start().status()).isEqualTo(200);
    }
    assertThat(start().status()).isEqualTo(429);
    sql("update device_login set expires_millis = now_millis() - 1");
    assertThat(start().status()).isEqualTo(200);
  }
}
