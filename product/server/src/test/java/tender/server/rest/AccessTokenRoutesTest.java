package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tender.core.model.BagId;

class AccessTokenRoutesTest extends RestFixture {
  private RestTestClient created(String name, String scope) {
    RestTestClient.Reply reply =
        ann.post("/v1/tokens", "{\"name\": \"%s\", \"scope\": \"%s\"}".formatted(name, scope));
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return RestTestClient.of(server, reply.json().get("token").asString());
  }

  private static String submission() {
    return "{\"work\": " + WORK + "}";
  }

  @Test
  void readingTokenChangesNothing() {
    BagId bag = submitted("k");
    RestTestClient reader = created("page", "read");
    String path = "/v1/bags/" + bag.value();
    assertThat(reader.get(path).status()).isEqualTo(200);
    assertThat(reader.get("/v1/bags").status()).isEqualTo(200);
    assertThat(reader.get("/v1/account").status()).isEqualTo(200);

    RestTestClient.Reply refused = reader.post("/v1/bags", "k2", submission());

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.text())
        .contains("has the scope read, and this request needs submit", "tender token create");
    assertThat(reader.post(path + "/cancel", "").status()).isEqualTo(403);
    assertThat(reader.send(reader.request(path).DELETE()).status()).isEqualTo(403);
    assertThat(reader.put("/v1/blobs/" + "0".repeat(64), new byte[1]).status()).isEqualTo(403);
  }

  @Test
  void submittingTokenCreatesNoTokens() {
    RestTestClient laptop = created("laptop", "submit");
    assertThat(laptop.post("/v1/bags", "k", submission()).status()).isEqualTo(201);
    assertThat(laptop.post("/v1/tokens", "{\"name\": \"a\", \"scope\": \"read\"}").status())
        .isEqualTo(403);
    assertThat(laptop.send(laptop.request("/v1/tokens/laptop").DELETE()).status()).isEqualTo(403);
    assertThat(laptop.get("/v1/tokens").json().at("/tokens/0/name").asString()).isEqualTo("laptop");
  }

  @Test
  void revokedTokenIsRefused() {
    RestTestClient laptop = created("laptop", "admin");
    assertThat(laptop.send(laptop.request("/v1/tokens/laptop").DELETE()).status()).isEqualTo(204);
    assertThat(laptop.get("/v1/bags").status()).isEqualTo(401);
    assertThat(ann.send(ann.request("/v1/tokens/laptop").DELETE()).status()).isEqualTo(404);
  }

  @Test
  void usersDoNotSeeTokensOfOthers() {
    created("laptop", "read");
    assertThat(ben.get("/v1/tokens").json().get("tokens").isEmpty()).isTrue();
    assertThat(ben.send(ben.request("/v1/tokens/laptop").DELETE()).status()).isEqualTo(404);
  }

  @Test
  void unknownScopesAndInstantsAreRefused() {
    RestTestClient.Reply scope = ann.post("/v1/tokens", "{\"name\": \"a\", \"scope\": \"all\"}");
    assertThat(scope.status()).isEqualTo(422);
    assertThat(scope.text()).contains("read, submit, admin");
    assertThat(ann.post("/v1/tokens", "{\"name\": \"a\"}").status()).isEqualTo(422);
    assertThat(
            ann.post(
                    "/v1/tokens",
                    "{\"name\": \"a\", \"scope\": \"read\", \"expires\": \"tomorrow\"}")
                .status())
        .isEqualTo(422);
  }
}
