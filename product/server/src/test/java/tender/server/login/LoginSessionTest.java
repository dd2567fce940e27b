package tender.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tender.server.model.UserId;
import tender.server.store.Database;
import tools.jackson.databind.JsonNode;

/** Sessions from the login to their end. */
class LoginSessionTest extends LoginTestCase {
  @Test
  void personLogsInWorksAndLogsOut() {
    assertThat(browser.get("/v1/session").json().get("identityProvider").asString())
        .isEqualTo("Test");
    assertThat(browser.get("/v1/session").json().get("loginUrl").asString())
        .isEqualTo(market + "/v1/login");
    assertLoggedOut(browser);
    TestBrowser.Answer last = browser.logIn();
    assertThat(last.status()).isEqualTo(303);
    assertThat(last.location()).isEqualTo(market + "/");
    assertLoggedIn(browser, "ann");
    assertThat(browser.get("/v1/account").json().get("creditLimit").asString()).isEqualTo("5");

    TestBrowser.Answer logout = browser.post("/v1/logout", "", market);

    assertThat(logout.status()).isEqualTo(200);
    assertThat(logout.json().get("continueAt").asString())
        .startsWith(identities.issuer() + "/logout?")
        .contains("id_token_hint=");
    assertThat(browser.cookies).isEmpty();
    assertLoggedOut(browser);
    assertThat(audited())
        .contains("user ann: login browser: done", "user ann: POST /v1/logout: done");
  }

  @Test
  void personIsTheSameUserInAllBrowsers() {
    browser.logIn();
    try (TestBrowser other = new TestBrowser(market)) {
      other.logIn();
      assertLoggedIn(other, "ann");
      other.post("/v1/logout", "", market);
      assertLoggedIn(browser, "ann");
    }
    assertThat(users()).containsExactly("ann");
  }

  @Test
  void localUsersKeepTheirTokens() {
    String token = localUser("local");
    assertThat(
            browser
                .send(browser.request("/v1/bags").header("Authorization", "Bearer " + token))
                .status())
        .isEqualTo(200);
  }

  @Test
  void operatorWhoHasLoggedInMayOperateAndCreatesNoTokens() {
    browser.logIn();
    assertThat(browser.get("/v1/user").json().get("mayOperate").asBoolean()).isFalse();
    sql("update market_user set role = 'operator'");

    JsonNode user = browser.get("/v1/user").json();

    assertThat(user.get("role").asString()).isEqualTo("operator");
    assertThat(user.get("scope").asString()).isEqualTo("submit");
    assertThat(user.get("mayOperate").asBoolean()).isTrue();
    assertThat(browser.post("/v1/tokens", "{\"name\": \"t\"}", market).status()).isEqualTo(403);
  }

  @Test
  void disabledPersonIsOutAtTheNextConfirmation() {
    browser.logIn();
    int before = identities.refreshes();
    age(31);
    assertLoggedIn(browser, "ann");
    assertThat(identities.refreshes()).isGreaterThan(before);

    identities.disable("ann");
    age(31);

    assertLoggedOut(browser);
    assertThat(audited()).anyMatch(entry -> entry.startsWith("user ann: confirm login: refused"));
  }

  @Test
  void groupsAreThoseOfTheLastLoginOrConfirmation() {
    groups("/physics", "/physics/optics");
    browser.logIn();
    assertThat(storedGroups()).containsExactly("/physics", "/physics/optics");

    groups("/chemistry");
    age(31);
    assertLoggedIn(browser, "ann");
    assertThat(storedGroups()).containsExactly("/chemistry");

    groups();
    browser.logIn();
    assertThat(storedGroups()).isEmpty();
  }

  private void groups(String... names) {
    identities.claims(claims -> claims.claim("groups", List.of(names)));
  }

  private List<String> storedGroups() {
    try (Database database = Database.open(settings, "test")) {
      assertThat(database.loginIdentities().groups(new UserId("local"))).isEmpty();
      return database.loginIdentities().groups(new UserId("ann"));
    }
  }

  @Test
  void sessionInUseIsConfirmedInTheBackground() throws InterruptedException {
    browser.logIn();
    int before = identities.refreshes();
    age(21);
    Thread.sleep(4_000);
    assertThat(identities.refreshes()).isEqualTo(before + 1);
    sql("update login_session set used_millis = used_millis - 70000");
    age(21);
    Thread.sleep(3_000);
    assertThat(identities.refreshes()).as("a session that is not used").isEqualTo(before + 1);
  }

  @Test
  void serversUseARefreshTokenOnce() throws Exception {
    int port = freePort();
    start(port);
    browser.logIn();
    List<TestBrowser> browsers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      TestBrowser tab = new TestBrowser(i % 2 == 0 ? market : "http://127.0.0.1:" + port);
      tab.cookies.putAll(browser.cookies);
      browsers.add(tab);
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(browsers.size())) {
      for (int round = 0; round < 5; round++) {
        age(50);
        List<Callable<Integer>> requests = new ArrayList<>();
        browsers.forEach(tab -> requests.add(() -> tab.get("/v1/bags").status()));
        for (Future<Integer> status : threads.invokeAll(requests)) {
          assertThat(status.get()).isEqualTo(200);
        }
      }
    } finally {
      browsers.forEach(TestBrowser::close);
    }
  }

  @Test
  void openStreamEndsWhenThePersonIsDisabled() throws IOException {
    browser.logIn();
    String bag = submit();
    HttpURLConnection stream =
        (HttpURLConnection)
            URI.create(market + "/v1/bags/" + bag + "/events").toURL().openConnection();
    stream.setRequestProperty("Cookie", "tender=" + browser.cookies.get("tender"));
    stream.setReadTimeout(60_000);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isNotNull();
      identities.disable("ann");
      age(21);
      long startNanos = System.nanoTime();
      while (lines.readLine() != null) {
        // Heartbeats until the end.
      }
      assertThat(System.nanoTime() - startNanos).isLessThan(20_000_000_000L);
    }
    assertLoggedOut(browser);
  }

  private String submit() {
    String work =
        """
        {"work": {"version": 1, "name": "pi", "command": "echo {task}",
          "taskList": {"kind": "count", "tasks": 4}, "inputs": [], "outputs": [], "width": 1,
          "runtimeMillis": 60000, "retries": 0}}
        """;
    TestBrowser.Answer answer =
        browser.send(
            browser
                .request("/v1/bags")
                .header("Origin", market)
                .header("Idempotency-Key", "one")
                .POST(BodyPublishers.ofString(work)));
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
    return answer.json().get("id").asString();
  }

  @Test
  void outageOfTheProviderEndsSessionsAfterTenMinutesOnly() {
    browser.logIn();
    identities.down(true);
    age(31);
    assertThat(browser.get("/v1/bags").status()).isEqualTo(200);
    age(8 * 60);
    assertThat(browser.get("/v1/bags").status()).isEqualTo(200);
    age(3 * 60);
    TestBrowser.Answer answer = browser.get("/v1/bags");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.response().body()).contains("The identity provider Test cannot confirm");
    assertThat(browser.get("/v1/login").status()).isEqualTo(303);

    identities.down(false);
    age(1);

    assertThat(browser.get("/v1/bags").status()).isEqualTo(200);
  }

  @Test
  void serverThatDiedWhileConfirmingDoesNotLockTheSession() {
    browser.logIn();
    sql(
        "update login_session set confirmed_millis = confirmed_millis - 60000,"
            + " retry_millis = now_millis() + 2000");
    assertThat(browser.get("/v1/bags").status()).isEqualTo(200);
  }

  @Test
  void sessionsExpire() {
    browser.logIn();
    sql("update login_session set expires_millis = now_millis() - 1");
    assertLoggedOut(browser);
    browser.logIn();
    sql("update login_session set used_millis = used_millis - 2 * 3600000 - 1000");
    assertLoggedOut(browser);
  }

  @Test
  void revokedUserIsOutAndCannotLogInAgain() {
    browser.logIn();
    try (Database database = Database.open(settings, "test")) {
      UserId ann = new UserId("ann");
      assertThat(database.users().create(ann)).as("a token would outlive the login").isEmpty();
      assertThat(database.users().revoke(ann)).isTrue();
      assertThat(database.users().revoke(ann)).isFalse();
    }
    assertLoggedOut(browser);
    assertThat(browser.logIn().response().body()).contains("has revoked the user 'ann'");
    assertLoggedOut(browser);
  }

  @Test
  void serverStartsWithoutTheProvider() throws IOException {
    identities.down(true);
    int port = freePort();
    start(port);
    try (TestBrowser early = new TestBrowser("http://127.0.0.1:" + port)) {
      TestBrowser.Answer answer = early.get("/v1/login");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.response().body()).contains("cannot be used");
    }
  }
}
