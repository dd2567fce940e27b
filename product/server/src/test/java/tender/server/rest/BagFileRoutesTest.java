package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class BagFileRoutesTest extends RestFixture {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String MINIMAL = "version: 1\ncommand: sleep 1\nruntime: 1s\n";

  private RestTestClient.Reply read(String text, ObjectNode more) {
    return ann.post("/v1/bag-files", more.put("text", text).toString());
  }

  private RestTestClient.Reply read(String text) {
    return read(text, MAPPER.createObjectNode());
  }

  @Test
  void bagFileBecomesSubmission() {
    ObjectNode more = MAPPER.createObjectNode().put("timeZone", "Europe/Berlin");
    more.putArray("files")
        .addObject()
        .put("path", "pi.py")
        .put("digest", Digest.of(new byte[1]).hex())
        .put("bytes", 1)
        .put("lines", 1);
    String text =
        MINIMAL
            + "sweep: {n: 1-3}\n"
            + "inputs: [src/pi.py]\n"
            + "deadline: 2126-11-20T09:00\n"
            + "budget: 12.50\n";
    JsonNode submission = read(text, more).json();
    assertThat(submission.at("/work/taskList/parameters/0/values")).hasSize(3);
    assertThat(submission.at("/work/inputs/0/path").asString()).isEqualTo("src/pi.py");
    assertThat(submission.get("deadline").asString()).isEqualTo("2126-11-20T08:00:00Z");
    assertThat(submission.get("budget").asString()).isEqualTo("12.5");
    assertThat(submission.has("mechanism")).isFalse();
  }

  @Test
  void submissionIsAcceptedAsItIs() {
    JsonNode submission = read(MINIMAL + "tasks: 3\n").json();
    assertThat(ann.post("/v1/bags", "k", submission.toString()).status()).isEqualTo(201);
  }

  @Test
  void factorsAreKeptAndAccepted() {
    JsonNode submission =
        read(MINIMAL + "tasks: 3\ndeadline_factor: 0.250\nbudget_factor: 1\n").json();
    assertThat(submission.get("deadlineFactor").asString()).isEqualTo("0.25");
    assertThat(submission.get("budgetFactor").asString()).isEqualTo("1");
    assertThat(submission.get("deadline").isNull()).isTrue();
    assertThat(ann.post("/v1/bags", "k", submission.toString()).status()).isEqualTo(201);
  }

  @Test
  void mechanismIsKept() {
    String share = "tasks: 3\nbudget: 5\nmechanism: share\nbid_per_minute: 0.5\n";
    JsonNode submission = read(MINIMAL + share).json();
    assertThat(submission.get("mechanism").asString()).isEqualTo("share");
    assertThat(submission.get("bidPerMinute").asString()).isEqualTo("0.5");
  }

  @Test
  void errorNamesItsPosition() {
    RestTestClient.Reply reply = read(MINIMAL + "tasks: 0\n");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.json().get("detail").asString())
        .isEqualTo(
            "bag file, line 4, column 8: tasks is 0, but must be a whole number from 1 to 1000000.");
    assertThat(reply.json().get("advice").asString())
        .isEqualTo("Write plain digits, such as \"tasks: 256\".");
  }

  @Test
  void invalidRequestsAreRejected() {
    assertThat(ann.post("/v1/bag-files", "{}").status()).isEqualTo(422);
    assertThat(ann.post("/v1/bag-files", "{\"text\": \"\", \"files\": [null]}").status())
        .isEqualTo(422);
    assertThat(read(MINIMAL, MAPPER.createObjectNode().put("timeZone", "Moon")).status())
        .isEqualTo(422);
    assertThat(read(MINIMAL + "sweep: {n: 1-1000000, m: 1-1000000}\n").status()).isEqualTo(422);
    assertThat(read(MINIMAL + "sweep: {n: 1-1000000}\n").json().get("detail").asString())
        .contains("as JSON; the maximum is");
    assertThat(read(MINIMAL + "tasks: *alias\n").status()).isEqualTo(422);
    assertThat(read("{".repeat(10_000)).status()).isEqualTo(422);
  }
}
