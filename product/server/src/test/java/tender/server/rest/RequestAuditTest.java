package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.model.BagId;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.AuditEvent;

/** What is recorded of requests, always before their answer arrives. */
@Timeout(60)
class RequestAuditTest extends RestFixture {
  private AuditEvent last() {
    assertThat(audited).isNotEmpty();
    AuditEvent last = audited.poll();
    assertThat(audited).isEmpty();
    return last;
  }

  private static AuditEvent event(String actor, String action, String target, String result) {
    return new AuditEvent(actor, "127.0.0.1", action, target, result);
  }

  @Test
  void changesAreRecordedWithTheirResult() {
    BagId bag = submitted("one");
    assertThat(last()).isEqualTo(event("user ann", "POST /v1/bags", "/v1/bags/" + bag, "done"));
    ann.post("/v1/bags/" + bag + "/cancel", "");
    assertThat(last())
        .isEqualTo(
            event("user ann", "POST /v1/bags/{id}/cancel", "/v1/bags/" + bag + "/cancel", "done"));
    ben.post("/v1/bags/" + bag + "/cancel", "");
    assertThat(last())
        .isEqualTo(
            event(
                "user ben",
                "POST /v1/bags/{id}/cancel",
                "/v1/bags/" + bag + "/cancel",
                "refused: 404"));
    ann.post("/v1/bags", "two", "{}");
    assertThat(last()).isEqualTo(event("user ann", "POST /v1/bags", "/v1/bags", "refused: 422"));
  }

  @Test
  void readingIsNotRecorded() {
    BagId bag = submitted("one");
    audited.clear();
    ann.get("/v1/bags/" + bag);
    ann.get("/v1/bags");
    ann.post("/v1/blobs/missing", "{}");
    ann.get("/v1/nothing");
    assertThat(audited).isEmpty();
  }

  @Test
  void refusalsAreRecordedAlsoOfReading() {
    RestTestClient reader =
        RestTestClient.of(
            server,
            tokens.create(Access.unlimited(ANN), "page", AccessScope.READ, OptionalLong.empty()));
    reader.post("/v1/bags", "one", "{\"work\": " + WORK + "}");
    assertThat(last()).isEqualTo(event("user ann", "POST /v1/bags", "/v1/bags", "refused: 403"));
    ann.anonymous().get("/v1/bags");
    assertThat(last()).isEqualTo(event("anonymous", "GET /v1/bags", "/v1/bags", "refused: 401"));
  }

  @Test
  void clientCannotChooseItsAddress() {
    ann.send(
        ann.request("/v1/tokens")
            .header("X-Forwarded-For", "10.1.1.1")
            .POST(BodyPublishers.noBody()));
    assertThat(last().address()).isEqualTo("127.0.0.1");
  }

  @Test
  void strangersCannotFillTheLog() {
    for (int i = 0; i < 8; i++) {
      RestTestClient.of(server, "wrong" + i).get("/v1/bags");
    }
    assertThat(last()).isEqualTo(event("anonymous", "GET /v1/bags", "/v1/bags", "refused: 401"));
  }
}
