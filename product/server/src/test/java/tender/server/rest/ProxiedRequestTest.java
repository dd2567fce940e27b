package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.server.model.AuditEvent;

/** The addresses of clients behind a proxy. */
@Timeout(60)
class ProxiedRequestTest extends RestFixture {
  @Override
  boolean isBehindProxy() {
    return true;
  }

  private AuditEvent refused(String... forwarded) {
    var request = ann.anonymous().request("/v1/bags");
    for (String value : forwarded) {
      request.header("X-Forwarded-For", value);
    }
    assertThat(ann.anonymous().send(request).status()).isEqualTo(401);
    AuditEvent event = audited.remove();
    assertThat(audited).isEmpty();
    return event;
  }

  @Test
  void addressIsTheLastThatWasForwarded() {
    assertThat(refused("10.1.1.1").address()).isEqualTo("10.1.1.1");
    assertThat(refused("10.1.1.1, 2001:db8::7").address()).isEqualTo("2001:db8::7");
    assertThat(refused("10.1.1.1", "10.1.1.2").address()).isEqualTo("10.1.1.2");
  }

  @Test
  void inventedTextIsNoAddress() {
    assertThat(refused("10.1.1.1, <b>").address()).isEqualTo("127.0.0.1");
  }

  @Test
  void answersMustNotBeTakenForSomethingElse() {
    assertThat(ann.get("/v1/bags").header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(ann.get("/v1/nothing").header("X-Content-Type-Options")).isEqualTo("nosniff");
  }
}
