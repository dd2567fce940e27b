package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tender.core.model.BagId;
import tools.jackson.databind.JsonNode;

/** Every error is answered with a problem that says what is wrong and what to do, and no more. */
@Timeout(60)
class ApiErrorsTest extends RestFixture {

  @Test
  void requestWithoutValidTokenIsUnauthorized() {
    BagId bag = submitted("k");
    for (String token : new String[] {"", "secret", "secret-a ann", "x".repeat(2_000)}) {
      RestTestClient.Reply reply =
          ann.send(
              ann.anonymous()
                  .request("/v1/bags/" + bag)
                  .header("Authorization", "Bearer " + token));
      assertProblem(reply, 401);
      assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
      assertThat(reply.text()).doesNotContain("ann");
    }
    assertProblem(
        ann.send(ann.anonymous().request("/v1/bags").header("Authorization", "Basic c2VjcmV0")),
        401);
  }

  @Test
  void bagOfAnotherUserLooksLikeAMissingBag() {
    BagId bag = submitted("k");
    JsonNode others = assertProblem(ben.get("/v1/bags/" + bag), 404);
    JsonNode none = assertProblem(ben.get("/v1/bags/b9"), 404);
    assertThat(others.toString().replace(bag.value(), "b9")).isEqualTo(none.toString());
    assertProblem(ben.post("/v1/bags/" + bag + "/cancel", ""), 404);
    assertThat(ann.get("/v1/bags/" + bag).json().get("state").asString()).isEqualTo("running");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '' | 400 | JSON
          nonsense | 400 | line 1
          {"work": 1 | 400 | JSON
          [] | 422 | wrong type
          null | 422 | null
          {} | 422 | work
          {"work": null} | 422 | work
          {"work": []} | 422 | work
          {"work": {}} | 422 | work
          {"wok": {}} | 422 | "wok"
          {"work": {}, "work": {}} | 400 | JSON
          {"work": W, "deadline": "tomorrow"} | 422 | deadline is "tomorrow"
          {"work": W, "deadline": "+9999999-01-01T00:00:00Z"} | 422 | deadline
          {"work": W, "deadline": 5} | 422 | deadline
          {"work": W, "budget": "-1"} | 422 | budget is "-1"
          {"work": W, "budget": "1.0001"} | 422 | budget is "1.0001"
          {"work": W, "budget": "99999999999999999999"} | 422 | budget
          {"work": W, "quoteFirst": "maybe"} | 422 | quoteFirst
          {"work": W, "mechanism": "lottery"} | 422 | mechanism is "lottery"
          {"work": W, "mechanism": "auction"} | 422 | valuation is missing
          {"work": W, "optimise": "luck"} | 422 | optimise is "luck"
          {"work": W, "deadlineFactor": "1.5"} | 422 | deadlineFactor is "1.5", which is not a number from 0 to 1
          {"work": W, "deadlineFactor": "0.1234"} | 422 | deadlineFactor is "0.1234"
          {"work": W, "budgetFactor": "-0.5"} | 422 | budgetFactor is "-0.5"
          {"work": W, "budgetFactor": "half"} | 422 | budgetFactor is "half"
          {"work": W, "valuation": "5"} | 422 | valuation is "5", but mechanism is missing
          {"work": W, "mechanism": "auction", "valuation": "much"} | 422 | valuation is "much"
          {"work": W, "mechanism": "share", "valuation": "5"} | 422 | has no valuation
          {"work": W, "bidPerMinute": "5"} | 422 | bidPerMinute is "5", but the mechanism
          {"work": W, "mechanism": "share", "budget": "5", "bidPerMinute": "0"} | 422 | bidPerMinute is 0
          """)
  void invalidBodyIsRejected(String body, int status, String message) {
    JsonNode problem = assertProblem(ann.post("/v1/bags", "k", body.replace("W", WORK)), status);
    assertThat(problem.get("detail").asString()).contains(message);
  }

  @Test
  void workWithoutProcessorsIsRejected() {
    String bad = WORK.replace("\"width\": 1", "\"width\": 0");
    JsonNode problem = assertProblem(ann.post("/v1/bags", "k", "{\"work\": " + bad + "}"), 422);
    assertThat(problem.get("detail").asString()).contains("width").contains("0");
  }

  @Test
  void idempotencyKeyIsRequired() {
    assertProblem(ann.post("/v1/bags", "{\"work\": " + WORK + "}"), 400);
    assertProblem(ann.post("/v1/bags", "a b", "{\"work\": " + WORK + "}"), 400);
    assertProblem(ann.post("/v1/bags", "k".repeat(201), "{\"work\": " + WORK + "}"), 400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "limit=101", "limit=x", "limit=99999999999999999999"})
  void pageSizeIsLimited(String query) {
    assertProblem(ann.get("/v1/bags?" + query), 422);
  }

  @Test
  void bodySizeIsLimited() {
    BagId bag = quoted("k");
    String padding = " ".repeat(65 << 10);
    assertProblem(ann.post("/v1/bags/" + bag + "/accept", padding), 413);
    assertProblem(ann.post("/v1/bags", "k2", "{\"work\":" + "[".repeat(1 << 20)), 400);
    assertProblem(ann.post("/v1/bags", "k2", "{\"a\":".repeat(1 << 16)), 400);
    String digests = "\"" + "0".repeat(64) + "\",";
    assertProblem(
        ann.post(
            "/v1/blobs/missing",
            "{\"digests\": [" + digests.repeat(10_001).replaceFirst(",$", "]}")),
        413);
  }

  @Test
  void fileSizeIsLimited() throws IOException {
    assertThat(raw(put("Content-Length: 67108865")))
        .startsWith("HTTP/1.1 413")
        .contains("67108865 bytes");
    assertThat(raw(put("Transfer-Encoding: chunked") + "3\r\nabc\r\n0\r\n\r\n"))
        .startsWith("HTTP/1.1 411")
        .contains("Content-Length");
  }

  private static String put(String header) {
    return "PUT /v1/blobs/"
        + "0".repeat(64)
        + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer secret-a\r\nConnection: close\r\n"
        + header
        + "\r\n\r\n";
  }

  @Test
  void unknownPathIsNotFound() {
    assertProblem(ann.get("/v1/nonsense"), 404);
    assertProblem(ann.get("/nothing"), 404);
    assertProblem(ann.post("/health", ""), 404);
    assertProblem(ann.get("/v1/bags/" + "x".repeat(300)), 404);
    assertProblem(ann.get("/v1/bags/b1/../../health%00"), 404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
        "\u0000\u0001\u0002\r\n\r\n",
        "GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        "POST /v1/bags HTTP/1.1\r\nHost: x\r\nContent-Length: nonsense\r\n\r\n"
      })
  void malformedRequestDoesNotStopTheServer(String request) throws IOException {
    String answer = raw(request);
    assertThat(answer).doesNotContain("Exception").doesNotContain("\tat ");
    assertThat(ann.get("/health").status()).isEqualTo(200);
  }

  @Test
  void headersAndPathsAreLimited() throws IOException {
    String header = "X-Long: " + "x".repeat(64 << 10);
    assertThat(raw("GET /health HTTP/1.1\r\nHost: x\r\n" + header + "\r\n\r\n"))
        .startsWith("HTTP/1.1 4");
    assertThat(raw("GET /" + "x".repeat(64 << 10) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
        .startsWith("HTTP/1.1 4");
  }

  /** Sends raw bytes and reads the response until the server closes the connection. */
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      try {
        out.write(request.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        socket.shutdownOutput();
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      } catch (SocketException e) {
        return "HTTP/1.1 400 (connection closed)";
      }
    }
  }

  private static JsonNode assertProblem(RestTestClient.Reply reply, int status) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    JsonNode problem = reply.json();
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("type").asString()).isEqualTo("about:blank");
    for (String field : new String[] {"title", "detail", "advice"}) {
      assertThat(problem.get(field).asString()).as(field).isNotBlank();
    }
    assertThat(reply.text()).doesNotContain("Exception").doesNotContain("java");
    return problem;
  }
}
