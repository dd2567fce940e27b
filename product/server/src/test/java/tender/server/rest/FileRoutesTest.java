package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.bagfile.results.ResultPack;
import tender.core.model.BagId;
import tools.jackson.databind.JsonNode;

class FileRoutesTest extends RestFixture {
  private static final byte[] SCRIPT = "print(3)\n".getBytes(StandardCharsets.UTF_8);

  @Test
  void missingFilesAreUploaded() {
    Digest script = Digest.of(SCRIPT);
    Digest other = Digest.of(new byte[0]);
    String both = "{\"digests\": [\"%s\", \"%s\"]}".formatted(script, other);
    assertThat(ann.post("/v1/blobs/missing", both).json().get("digests")).hasSize(2);
    assertThat(ann.put("/v1/blobs/" + script, SCRIPT).status()).isEqualTo(204);
    assertThat(ann.put("/v1/blobs/" + script, SCRIPT).status()).isEqualTo(204);
    JsonNode missing = ann.post("/v1/blobs/missing", both).json().get("digests");
    assertThat(missing).hasSize(1);
    assertThat(missing.get(0).asString()).isEqualTo(other.hex());
    assertThat(ann.put("/v1/blobs/" + other, new byte[0]).status()).isEqualTo(204);
    assertThat(ann.post("/v1/blobs/missing", both).json().get("digests")).isEmpty();
  }

  @Test
  void smallFilesAreUploadedTogether() {
    String both =
        "{\"digests\": [\"%s\", \"%s\"]}".formatted(Digest.of(SCRIPT), Digest.of(new byte[0]));
    String script = new String(SCRIPT, StandardCharsets.UTF_8);
    String files = "\0\0\0\u0009" + script + "\0\0\0\0";
    JsonNode missing = ann.post("/v1/blobs/missing", both).json();
    assertThat(missing.get("smallFiles").asBoolean()).isTrue();
    assertThat(ann.post("/v1/blobs/small", files).status()).isEqualTo(204);
    assertThat(ann.post("/v1/blobs/small", "").status()).isEqualTo(204);
    assertThat(ann.post("/v1/blobs/missing", both).json().get("digests")).isEmpty();
    assertThat(ben.post("/v1/blobs/missing", both).json().get("digests")).hasSize(2);

    assertThat(ann.post("/v1/blobs/small", files + "\0\0\0\u0002a").status()).isEqualTo(400);
    assertThat(ann.post("/v1/blobs/small", files + "\0\0").status()).isEqualTo(400);
    assertThat(ann.post("/v1/blobs/small", "\0\u0001\0\u0001").status()).isEqualTo(413);
    assertThat(ann.post("/v1/blobs/small", "\u007f\0\0\0").status()).isEqualTo(413);
    assertThat(ann.post("/v1/blobs/small", "\0\0\0\0".repeat(1_001)).status()).isEqualTo(413);
  }

  @Test
  void fileWithWrongDigestIsRejected() {
    RestTestClient.Reply reply = ann.put("/v1/blobs/" + Digest.of(new byte[1]), SCRIPT);
    assertThat(reply.status()).isEqualTo(422);
    assertThat(ann.put("/v1/blobs/nonsense", SCRIPT).status()).isEqualTo(422);
    assertThat(ann.post("/v1/blobs/missing", "{\"digests\": [null]}").status()).isEqualTo(422);
  }

  @Test
  void taskLogIsReturned() {
    BagId bag = submitted("k");
    api.deliver(bag, 2, 0, Map.of("stdout", "two\n", "stderr", "careful\n"), NOW_MILLIS);
    String path = "/v1/bags/" + bag + "/tasks/2/log";
    assertThat(ann.get(path).text()).isEqualTo("two\n");
    assertThat(ann.get(path + "?stream=stderr").text()).isEqualTo("careful\n");
    assertThat(ann.get(path + "?stream=stdin").status()).isEqualTo(422);
    assertThat(ann.get("/v1/bags/" + bag + "/tasks/1/log").status()).isEqualTo(404);
    assertThat(ann.get("/v1/bags/" + bag + "/tasks/one/log").status()).isEqualTo(422);
    assertThat(ben.get(path).status()).isEqualTo(404);
  }

  @Test
  void emptyLogIsReturned() {
    BagId bag = submitted("k");
    api.deliver(bag, 0, 0, Map.of("stdout", ""), NOW_MILLIS);
    RestTestClient.Reply reply = ann.get("/v1/bags/" + bag + "/tasks/0/log");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text()).isEmpty();
  }

  @Test
  void keptOutputIsReturned() {
    BagId bag = submitted("k");
    api.keptOutputs.keep(bag, 2, "a b/big.dat", new byte[] {'b', 'i', 'g'});
    String path = "/v1/bags/" + bag + "/tasks/2/kept";
    assertThat(ann.get(path + "?path=a+b%2Fbig.dat").text()).isEqualTo("big");
    assertThat(ann.get(path + "?path=other").status()).isEqualTo(404);
    assertThat(ben.get(path + "?path=a+b%2Fbig.dat").status()).isEqualTo(404);
    assertThat(ann.get(path + "?path=..%2Fkey").status()).isEqualTo(422);
    assertThat(ann.get(path).status()).isEqualTo(422);
  }

  @Test
  void resultPacksAreReturned() throws IOException {
    BagId bag = submitted("k");
    api.deliver(bag, 2, 0, Map.of("stdout", "two\n", "out/pi.json", "3"), NOW_MILLIS);
    JsonNode first = ann.get("/v1/bags/" + bag + "/results").json();
    assertThat(first.get("only").isNull()).isTrue();
    assertThat(first.get("more").asBoolean()).isFalse();
    assertThat(first.at("/packs/0/tasks").asString()).isEqualTo("2");
    assertThat(first.at("/packs/0/provider").asString()).isEqualTo("hpc-1");
    assertThat(first.at("/packs/0/outcomes").toString())
        .isEqualTo("[{\"exitCode\":0,\"tasks\":\"2\",\"missingOutput\":false}]");
    String digest = first.at("/packs/0/digest").asString();

    api.deliver(bag, 0, 0, Map.of("stdout", "zero\n"), NOW_MILLIS);
    JsonNode next = ann.get("/v1/bags/" + bag + "/results?after=" + digest).json();
    assertThat(next.get("packs")).hasSize(1);
    assertThat(next.at("/packs/0/tasks").asString()).isEqualTo("0");

    RestTestClient.Reply pack = ann.get("/v1/bags/" + bag + "/results/" + digest);
    assertThat(pack.header("Content-Type")).isEqualTo("application/zip");
    assertThat(Digest.of(pack.response().body()).hex()).isEqualTo(digest);
    Map<String, String> files = new LinkedHashMap<>();
    ResultPack.read(
        new ByteArrayInputStream(pack.response().body()),
        (entry, content) ->
            files.put(
                entry.toString(), new String(content.readAllBytes(), StandardCharsets.UTF_8)));
    assertThat(files).containsOnly(Map.entry("2/stdout", "two\n"), Map.entry("2/out/pi.json", "3"));
    assertThat(ben.get("/v1/bags/" + bag + "/results/" + digest).status()).isEqualTo(404);
  }
}
