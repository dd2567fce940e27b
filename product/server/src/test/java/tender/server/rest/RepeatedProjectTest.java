package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.Role;
import tender.server.model.UserId;

/** A client repeats a request whose answer was lost. */
class RepeatedProjectTest extends RestFixture {
  private static final UserId OSCAR = new UserId("oscar");
  private static final String PATH = "/v1/projects";

  private RestTestClient operator() {
    tokens.setRole(OSCAR, Role.OPERATOR);
    AccessScope scope = AccessScope.ADMIN;
    return RestTestClient.of(
        server, tokens.create(Access.unlimited(OSCAR), scope.text(), scope, OptionalLong.empty()));
  }

  private static String project(String groups) {
    return """
    {"id": "physics", "manager": "ann",
     "settings": {"title": "Physics", "showsBags": false, "groups": [%s]}}
    """
        .formatted(groups);
  }

  @Test
  void projectWithoutAStartIsCreatedOnce() throws Exception {
    RestTestClient operator = operator();
    String project = project("\"students\", \"lab\", \"lab\"");
    assertThat(operator.post(PATH, project).status()).isEqualTo(201);
    // Its start was the time of the first request.
    Thread.sleep(5);
    assertThat(operator.post(PATH, project).status()).isEqualTo(201);
    assertThat(operator.post(PATH, project("\"lab\"")).status()).isEqualTo(409);
  }
}
