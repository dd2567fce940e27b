package tender.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tender.server.oidc.TestIdentityProvider;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What attackers try with logins in browsers. */
class LoginAttackTest extends LoginTestCase {
  private static final String SESSION = "tender";
  private static final String ATTEMPT = "tender-login";

  @Test
  void answerToALoginThatThisBrowserHasNotStartedIsRefused() {
    // The attacker logs in, and lets the victim open the last step: the victim would work as the
    // attacker.
    try (TestBrowser victim = new TestBrowser(market)) {
      String attackersCallback = browser.callback("/v1/login");

      TestBrowser.Answer answer = victim.get(attackersCallback);

      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.response().body()).contains("has not started this login", "again");
      assertLoggedOut(victim);

      // Also if the victim is just logging in.
      victim.get("/v1/login");
      assertThat(victim.get(attackersCallback).status()).isEqualTo(403);
      assertLoggedOut(victim);
    }
  }

  @Test
  void stateWorksOnce() {
    String callback = browser.callback("/v1/login");
    String attempt = browser.cookies.get(ATTEMPT);
    assertThat(browser.get(callback).status()).isEqualTo(303);
    assertThat(browser.cookies).doesNotContainKey(ATTEMPT);
    browser.cookies.clear();
    assertThat(browser.get(callback).status()).isEqualTo(403);
    // Not even for a thief of the cookie: the code is used.
    browser.cookies.put(ATTEMPT, attempt);
    assertThat(browser.get(callback).status()).isEqualTo(403);
    assertLoggedOut(browser);
  }

  @Test
  void stolenCodeIsWorthlessInAnotherLogin() {
    String stolen = browser.callback("/v1/login").replaceAll(".*code=([^&]*).*", "$1");
    try (TestBrowser thief = new TestBrowser(market)) {
      String own = thief.callback("/v1/login");
      assertThat(thief.get(own.replaceAll("code=[^&]*", "code=" + stolen)).status()).isEqualTo(403);
      assertLoggedOut(thief);
    }
  }

  @Test
  void attemptThatTheServerHasNotWrittenIsRefused() {
    String callback = browser.callback("/v1/login");
    for (String forged : List.of("", "a b c d e", "aes-256-gcm:", "aes-256-gcm:AAAA")) {
      browser.cookies.put(ATTEMPT, forged);
      assertThat(browser.get(callback).status()).as(forged).isEqualTo(403);
    }
  }

  @Test
  void answerOfAnotherIssuerIsRefused() {
    String callback = browser.callback("/v1/login");
    assertThat(browser.get(callback.replaceAll("iss=[^&]*", "iss=https://evil.test")).status())
        .isEqualTo(403);
    callback = browser.callback("/v1/login");
    assertThat(browser.get(callback.replaceAll("&iss=[^&]*", "")).status()).isEqualTo(403);
    assertLoggedOut(browser);
  }

  @Test
  void browserReturnsToThisMarketOnly() {
    for (String target :
        List.of(
            "https://evil.test",
            "//evil.test",
            "/%5Cevil.test",
            "/%09/evil.test",
            "/%0d%0aSet-Cookie:a=b",
            "javascript:alert(1)",
            "")) {
      TestBrowser.Answer answer = browser.get("/v1/login?return=" + target);
      assertThat(answer.status()).as(target).isEqualTo(422);
      assertThat(browser.cookies).as(target).isEmpty();
    }
    TestBrowser.Answer last = browser.get(browser.callback("/v1/login?return=%2F%23%2Fbags%2F1"));
    assertThat(last.location()).isEqualTo(market + "/#/bags/1");
  }

  @Test
  void sessionThatAnAttackerHasPlantedIsReplaced() {
    browser.logIn();
    String planted = browser.cookies.get(SESSION);
    identities.person("ben");
    try (TestBrowser victim = new TestBrowser(market)) {
      victim.cookies.put(SESSION, planted);
      victim.logIn();
      assertThat(victim.cookies.get(SESSION)).isNotEqualTo(planted);
      assertLoggedIn(victim, "ben");
      // What the attacker has is not the victim's session, and not valid any more.
      assertLoggedOut(browser);

      victim.cookies.put(SESSION, "session_" + "0".repeat(64));
      String guessed = victim.cookies.get(SESSION);
      victim.logIn();
      assertThat(victim.cookies.get(SESSION)).isNotEqualTo(guessed);
    }
  }

  @Test
  void changesByPagesOfOtherOriginsAreRefused() {
    browser.logIn();
    String missing = "{\"digests\": []}";
    assertThat(browser.post("/v1/blobs/missing", missing, market).status()).isEqualTo(200);
    for (String origin :
        List.of("https://evil.test", market.replace("127.0.0.1", "localhost"), "null")) {
      assertThat(browser.post("/v1/blobs/missing", missing, origin).status())
          .as(origin)
          .isEqualTo(403);
      assertThat(browser.post("/v1/logout", "", origin).status()).as(origin).isEqualTo(403);
    }
    assertThat(
            browser
                .send(browser.request("/v1/blobs/missing").POST(BodyPublishers.ofString(missing)))
                .status())
        .as("no origin")
        .isEqualTo(403);
    assertThat(browser.send(browser.request("/v1/bags/b1").DELETE()).status()).isEqualTo(403);
    assertLoggedIn(browser, "ann");
  }

  @Test
  void everyRouteThatChangesSomethingNeedsTheOriginOfThisMarket() {
    browser.logIn();
    JsonNode paths =
        new YAMLMapper().readTree(browser.get("/openapi.yaml").response().body()).get("paths");
    int routes = 0;
    for (var path : paths.properties()) {
      for (String verb : path.getValue().propertyNames()) {
        // Logins by device code have no session yet; this server serves no holds.
        boolean usesNoCookie =
            path.getKey().startsWith("/v1/login/device") || path.getKey().startsWith("/v1/holds");
        if (List.of("post", "put", "delete", "patch").contains(verb) && !usesNoCookie) {
          routes++;
          for (String origin : List.of("", "https://evil.test", "null", market + ".evil.test")) {
            assertThat(change(verb, path.getKey(), origin))
                .as("%s %s from '%s'", verb, path.getKey(), origin)
                .isEqualTo(403);
          }
        }
      }
    }
    assertThat(routes).isGreaterThan(10);
    assertLoggedIn(browser, "ann");
  }

  private int change(String verb, String path, String origin) {
    HttpRequest.Builder request =
        browser
            .request(path.replaceAll("\\{[^}]*}", "0"))
            .header("Idempotency-Key", "one")
            .method(verb.toUpperCase(Locale.ROOT), BodyPublishers.ofString("{}"));
    if (!origin.isEmpty()) {
      request.header("Origin", origin);
    }
    return browser.send(request).status();
  }

  @Test
  void browserShowsWhyALoginFailedAndRunsNothingOfIt() {
    browser.get("/v1/login");
    String state = browser.get("/v1/login").location().replaceAll(".*state=([^&]*).*", "$1");
    String iss = URLEncoder.encode(identities.issuer().toString(), StandardCharsets.UTF_8);
    TestBrowser.Answer answer =
        browser.send(
            browser
                .request(
                    "/v1/login/callback?error=x&error_description=%22%3E%3Cscript%3E&state="
                        + state
                        + "&iss="
                        + iss)
                .header("Accept", "text/html"));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.response().headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'self'");
    assertThat(answer.response().body())
        .contains(
            "<meta name=\"tender-login-problem\" content=\"The identity provider refused the login: ")
        .contains("&quot;&gt;&lt;script&gt;")
        .doesNotContain("\"><script>");
  }

  @Test
  void cookiesAreOnlyForThisHostAndNoScript() {
    TestBrowser.Answer answer = browser.logIn();
    assertThat(answer.response().headers().allValues("Set-Cookie"))
        .hasSize(3)
        .allMatch(cookie -> cookie.contains("; Path=/; HttpOnly; SameSite=Lax"))
        .noneMatch(cookie -> cookie.contains("Domain"));
    assertThat(answer.response().headers().firstValue("Cache-Control")).contains("no-store");
  }

  @Test
  void nameOfALocalUserIsNotTakenOver() {
    String token = localUser("ann");
    assertThat(browser.logIn().response().body())
        .contains("The name 'ann' belongs to another user", "Ask the market's operator");
    assertLoggedOut(browser);
    assertThat(
            browser
                .send(browser.request("/v1/bags").header("Authorization", "Bearer " + token))
                .status())
        .isEqualTo(200);
    assertThat(audited())
        .anyMatch(
            entry -> entry.startsWith("anonymous: login browser: refused: The name 'ann' belongs"));
  }

  @Test
  void nameOfAnotherPersonIsNotTakenOver() {
    browser.logIn();
    identities.person("mallory");
    identities.claims(claims -> claims.claim("preferred_username", "ann"));
    try (TestBrowser other = new TestBrowser(market)) {
      assertThat(other.logIn().status()).isEqualTo(403);
      assertLoggedOut(other);
    }
    // A person who gets another name at the provider stays the same user.
    identities.person("ann");
    identities.claims(claims -> claims.claim("preferred_username", "renamed"));
    browser.logIn();
    assertLoggedIn(browser, "ann");
    assertThat(users()).containsExactly("ann");
  }

  @Test
  void invalidNamesAreRefused() {
    for (String name : List.of("", " ", "-x", "a b", "аnn", "a\n", "x".repeat(201))) {
      identities.claims(claims -> claims.claim("preferred_username", name));
      assertThat(browser.logIn().status()).as(name).isEqualTo(403);
    }
    identities.claims(claims -> claims.claim("preferred_username", null));
    assertThat(browser.logIn().response().body()).contains("no claim 'preferred_username'");
    assertThat(users()).isEmpty();
  }

  @Test
  void tokensOfAnotherMarketAreRefused() {
    Map<String, UnaryOperator<JWTClaimsSet.Builder>> wrong =
        Map.of(
            "audience", claims -> claims.audience("another"),
            "issuer", claims -> claims.issuer("https://evil.test"));
    wrong.forEach(
        (part, change) -> {
          identities.claims(change);
          assertThat(browser.logIn().status()).as(part).isEqualTo(403);
        });
    assertThat(users()).isEmpty();
  }

  @Test
  void sessionCreatesNoTokens() {
    browser.logIn();
    TestBrowser.Answer refused =
        browser.post("/v1/tokens", "{\"name\": \"a\", \"scope\": \"read\"}", market);
    assertThat(refused.status()).isEqualTo(403);
  }

  @Test
  void requestsForLoginsAreLimited() {
    for (int i = 0; i < 120; i++) {
      browser.get("/v1/login/callback");
    }
    assertThat(browser.get("/v1/login").status()).isEqualTo(429);
  }

  @Test
  void secretsAreStoredHashedOrEncrypted() {
    browser.logIn();
    String token = browser.cookies.get(SESSION);
    assertThat(token).matches("session_[0-9a-f]{64}");
    String stored = dump("select row_to_json(s)::text from login_session s");
    assertThat(stored)
        .contains("aes-256-gcm:")
        .doesNotContain(token.substring(8), TestIdentityProvider.SECRET, "eyJ");
  }
}
