package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.Role;
import tender.server.model.UserId;

/** What requests of operators and auditors change, and what the audit log says. */
class OperatorRoutesTest extends RestFixture {
  private static final UserId OSCAR = new UserId("oscar");

  private RestTestClient operator;

  @BeforeEach
  void addOperator() {
    tokens.setRole(OSCAR, Role.OPERATOR);
    operator = client(AccessScope.ADMIN);
  }

  private RestTestClient client(AccessScope scope) {
    return RestTestClient.of(
        server, tokens.create(Access.unlimited(OSCAR), scope.text(), scope, OptionalLong.empty()));
  }

  private int send(RestTestClient client, String method, String path, String body) {
    return client
        .send(
            client
                .request("/v1/operator/" + path)
                .header("Idempotency-Key", "k1")
                .method(method, BodyPublishers.ofString(body)))
        .status();
  }

  @Test
  void changesReachTheMarketAndTheAuditLogSaysWhat() {
    assertThat(send(operator, "POST", "users", "{\"user\": \"ada\", \"role\": \"auditor\"}"))
        .isEqualTo(201);
    assertThat(operator.get("/v1/operator/users").json().get("users").get(0).get("role").asString())
        .isEqualTo("auditor");
    assertThat(send(operator, "PUT", "users/ada/role", "{\"role\": \"user\"}")).isEqualTo(204);
    assertThat(send(operator, "POST", "accounts/user:ada/deposits", "{\"amount\": \"-2.5\"}"))
        .isEqualTo(204);
    assertThat(send(operator, "PUT", "accounts/user:ada/credit-limit", "{\"limit\": \"none\"}"))
        .isEqualTo(204);
    assertThat(send(operator, "PUT", "users/ada/income", "{\"amount\": \"3\", \"every\": \"2m\"}"))
        .isEqualTo(204);
    assertThat(send(operator, "POST", "certificates/1f/revoke", "")).isEqualTo(200);

    assertThat(operators.changes)
        .containsExactly(
            "role ada user",
            "deposit user:ada -2.5 k1",
            "limit user:ada none",
            "income ada 3 120000",
            "revoke certificate 1f");
    assertThat(audited)
        .extracting(one -> one.actor() + " " + one.target() + " " + one.result())
        .contains(
            "user oscar /v1/operator/users: ada, role auditor done",
            "user oscar /v1/operator/users/ada/role: user done",
            "user oscar /v1/operator/accounts/user:ada/deposits: -2.5 done",
            "user oscar /v1/operator/users/ada/income: 3 every 2m done");
  }

  @Test
  void invalidValuesChangeNothing() {
    assertThat(send(operator, "POST", "users", "{}")).isEqualTo(422);
    assertThat(send(operator, "PUT", "users/ada/role", "{\"role\": \"root\"}")).isEqualTo(422);
    assertThat(send(operator, "POST", "accounts/user:ada/deposits", "{\"amount\": \"1e9\"}"))
        .isEqualTo(422);
    assertThat(send(operator, "PUT", "accounts/user:ada/credit-limit", "{}")).isEqualTo(422);
    assertThat(send(operator, "PUT", "users/ada/income", "{\"amount\": \"3\", \"every\": \"1s\"}"))
        .isEqualTo(422);
    assertThat(send(operator, "POST", "providers", "{\"provider\": \"p\", \"hours\": 0}"))
        .isEqualTo(422);
    assertThat(operator.get("/v1/operator/bags?state=flying").status()).isEqualTo(422);
    assertThat(operators.changes).isEmpty();
  }

  @Test
  void operatorNeedsTheScopeAdminAndLosesTheRoleWithTheNextRequest() {
    RestTestClient reading = client(AccessScope.READ);
    assertThat(reading.get("/v1/operator/users").status()).isEqualTo(200);
    assertThat(send(reading, "POST", "users/ada/revoke", "")).isEqualTo(403);
    assertThat(reading.get("/v1/user").json().get("mayOperate").asBoolean()).isFalse();

    tokens.setRole(OSCAR, Role.AUDITOR);
    assertThat(operator.get("/v1/operator/users").status()).isEqualTo(200);
    RestTestClient.Reply refused =
        operator.send(
            operator
                .request("/v1/operator/users/ada/revoke")
                .method("POST", BodyPublishers.noBody()));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().get("detail").asString())
        .isEqualTo("Your role is auditor, and this request needs operator.");

    tokens.setRole(OSCAR, Role.USER);
    assertThat(operator.get("/v1/operator/users").status()).isEqualTo(403);
    assertThat(operators.changes).isEmpty();
  }

  @Test
  void auditLogIsPagedFilteredAndExported() {
    operators.log("user ada", "POST /v1/bags");
    operators.log("user ben", "POST /v1/bags");
    operators.log("user ada", "DELETE /v1/bags/{id}");

    assertThat(operator.get("/v1/operator/audit?limit=2").json().get("next").asString())
        .isEqualTo("2");
    assertThat(operator.get("/v1/operator/audit?limit=2&cursor=2").json().get("entries").size())
        .isEqualTo(1);
    assertThat(operator.get("/v1/operator/audit?actor=user%20ada").json().get("entries").size())
        .isEqualTo(2);
    assertThat(
            new String(
                    operator.get("/v1/operator/audit/export?after=1").response().body(),
                    StandardCharsets.UTF_8)
                .lines()
                .toList())
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"number\":"));
  }
}
