package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.AuditEvent;
import tender.server.model.Role;
import tender.server.model.UserId;

@Timeout(60)
class ProjectRoutesTest extends RestFixture {
  private static final UserId OSCAR = new UserId("oscar");
  private static final String PROJECT =
      "{\"id\": \"physics\", \"settings\": {\"title\": \"Physics\", \"showsBags\": false},"
          + " \"manager\": \"ann\"}";

  private RestTestClient operator;

  @BeforeEach
  void createProject() {
    tokens.setRole(OSCAR, Role.OPERATOR);
    operator =
        RestTestClient.of(
            server,
            tokens.create(Access.unlimited(OSCAR), "all", AccessScope.ADMIN, OptionalLong.empty()));
    assertThat(operator.post("/v1/projects", PROJECT).status()).isEqualTo(201);
    audited.clear();
  }

  private int send(RestTestClient client, String method, String path, String body) {
    return client
        .send(
            client
                .request("/v1/projects/physics/" + path)
                .header("Idempotency-Key", "k1")
                .method(method, BodyPublishers.ofString(body)))
        .status();
  }

  @Test
  void auditLogSaysWhatWasChanged() {
    assertThat(send(operator, "POST", "deposits", "{\"amount\": \"12.5\"}")).isEqualTo(200);
    assertThat(send(ann, "PUT", "members/ben", "{\"role\": \"manager\"}")).isEqualTo(200);
    assertThat(send(ann, "PUT", "members/ben/limit", "{\"limit\": \"7\"}")).isEqualTo(200);
    assertThat(send(ann, "PUT", "members/ben/limit", "{}")).isEqualTo(200);
    assertThat(audited)
        .extracting(AuditEvent::target)
        .containsExactly(
            "/v1/projects/physics/deposits: 12.5",
            "/v1/projects/physics/members/ben: manager",
            "/v1/projects/physics/members/ben/limit: 7",
            "/v1/projects/physics/members/ben/limit: none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "until=%2B999999999-12-31",
        "until=-999999999-01-01",
        "from=-999999999-01-01",
        "from=2026-02-30",
        "until=2026-01-01%00"
      })
  void impossibleDayIsRejected(String query) {
    assertThat(ann.get("/v1/projects/physics/usage?" + query).status()).isEqualTo(422);
  }

  @Test
  void nameThatCannotBeStoredIsNotFound() {
    assertThat(send(ann, "PUT", "members/be%00n", "{}")).isEqualTo(404);
  }
}
