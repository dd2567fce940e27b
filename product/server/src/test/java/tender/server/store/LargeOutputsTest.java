package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.protocol.LargeOutput;
import tender.server.store.content.OutputRepository;
import tender.server.store.content.StoredOutput;
import tender.server.store.uploads.UploadRejectedException;
import tender.server.store.uploads.UploadRejectedException.Reason;
import tender.support.transfer.MultipartUpload;
import tender.support.transfer.SentParts;
import tender.support.transfer.StoreClient;
import tender.support.transfer.TransferListener;
import tender.support.transfer.TransferPatience;
import tender.support.transfer.UploadLostException;
import tender.support.transfer.UploadSession;

/** Outputs that agents send directly to a real object store. */
class LargeOutputsTest extends DirectUploadsTestCase {
  private static final BagId BAG = new BagId("b1");
  private static final ReservationId PART = part("north");
  private static final ReservationId OTHER_PART = part("south");
  private static final RelativePath PATH = new RelativePath("model/weights.bin");

  @TempDir private Path folder;
  private OutputRepository outputs;

  private static ReservationId part(String provider) {
    return new ReservationId(new CallId(BAG, 1), 0, new ProviderId(provider));
  }

  @BeforeEach
  void openOutputs() {
    outputs = withObjects.outputs();
    sql.update(
        "insert into bag (id, version, state, timer_millis) values (?, 1, '{}', null)",
        BAG.value());
    accept(PART);
  }

  private void accept(ReservationId part) {
    sql.update(
        "insert into accepted_result (bag, round, attempt, provider, tasks)"
            + " values (?, 1, 0, ?, '{[0,5)}')",
        BAG.value(),
        part.provider().value());
  }

  private static LargeOutput output(ReservationId part, int task) {
    return new LargeOutput(part, task, PATH, DIGEST, CONTENT.length);
  }

  private List<String> sendParts(LargeOutput output, byte[] content) throws Exception {
    List<String> tags = new ArrayList<>();
    for (int from = 0; from < content.length; from += PART_BYTES) {
      URI url = outputs.partUrl(output, tags.size() + 1);
      tags.add(
          put(url, Arrays.copyOfRange(content, from, Math.min(content.length, from + PART_BYTES))));
    }
    return tags;
  }

  private void store(LargeOutput output) throws Exception {
    assertThat(outputs.begin(output)).isPresent();
    outputs.complete(output, sendParts(output, CONTENT));
  }

  @Test
  void outputIsAResultOfItsTask() throws Exception {
    LargeOutput output = output(PART, 3);
    store(output);

    assertThat(outputs.begin(output)).as("is stored").isEmpty();
    outputs.complete(output, List.of("repeated"));
    StoredOutput stored = new StoredOutput(3, PATH, DIGEST, CONTENT.length);
    assertThat(outputs.list(BAG, -1, "", 10)).containsExactly(stored);
    assertThat(outputs.list(BAG, 3, PATH.value(), 10)).isEmpty();
    URI url = outputs.directSource(BAG, 3, PATH).orElseThrow().url();
    assertThat(http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofByteArray()).body())
        .isEqualTo(CONTENT);
    try (InputStream in = outputs.open(BAG, 3, PATH).orElseThrow()) {
      assertThat(in.readAllBytes()).isEqualTo(CONTENT);
    }
  }

  @Test
  void uploadContinuesAfterACrashOfTheAgent() throws Exception {
    LargeOutput output = output(PART, 0);
    outputs.begin(output);
    String tag = put(outputs.partUrl(output, 2), new byte[LAST_BYTES]);

    assertThat(outputs.begin(output).orElseThrow().tags()).containsOnlyKeys(2).containsValue(tag);
    outputs.complete(output, sendParts(output, CONTENT));
    assertThat(outputs.list(BAG, -1, "", 10)).hasSize(1);
  }

  @Test
  void outputsOfAPartWithTheSameContentAreAllStored() throws Exception {
    AtomicInteger tasks = new AtomicInteger();
    Path file = Files.write(folder.resolve("output"), CONTENT);
    concurrently(
        () -> {
          LargeOutput output = output(PART, tasks.getAndIncrement());
          try (StoreClient client = new StoreClient(Optional.empty());
              FileChannel content = FileChannel.open(file)) {
            new MultipartUpload(client, new TransferPatience())
                .send(content, output.bytes(), session(output), TransferListener.NONE);
          }
          return output;
        });
    assertThat(outputs.list(BAG, -1, "", 10))
        .extracting(StoredOutput::task)
        .containsExactly(0, 1, 2, 3);
    for (int task = 0; task < tasks.get(); task++) {
      try (InputStream in = outputs.open(BAG, task, PATH).orElseThrow()) {
        assertThat(in.readAllBytes()).isEqualTo(CONTENT);
      }
    }
  }

  /** The server's part when an agent sends an output. */
  private UploadSession session(LargeOutput output) {
    return new UploadSession() {
      @Override
      public Optional<SentParts> begin() {
        try {
          return outputs.begin(output).map(open -> new SentParts(open.partBytes(), open.tags()));
        } catch (UploadRejectedException e) {
          throw new IllegalStateException(e);
        }
      }

      @Override
      public URI partUrl(int part) throws UploadLostException {
        try {
          return outputs.partUrl(output, part);
        } catch (UploadRejectedException e) {
          throw lost(e);
        }
      }

      @Override
      public void complete(List<String> tags) throws UploadLostException {
        try {
          outputs.complete(output, tags);
        } catch (UploadRejectedException e) {
          throw lost(e);
        }
      }

      private UploadLostException lost(UploadRejectedException e) {
        assertThat(e.reason()).isEqualTo(Reason.UNKNOWN);
        return new UploadLostException(String.valueOf(e.getMessage()));
      }
    };
  }

  @Test
  void outputOfATaskThatAnotherPartHasCompletedIsNoResult() throws Exception {
    store(output(OTHER_PART, 3));
    assertThat(outputs.list(BAG, -1, "", 10)).isEmpty();
    assertThat(outputs.directSource(BAG, 3, PATH)).isEmpty();
    assertThat(outputs.open(BAG, 3, PATH)).isEmpty();
    store(output(PART, 7));
    assertThat(outputs.directSource(BAG, 7, PATH)).as("not a task of the part").isEmpty();
  }

  @Test
  void anotherPartCannotContinueOrCompleteAnUpload() throws Exception {
    LargeOutput output = output(PART, 0);
    outputs.begin(output);
    List<String> tags = sendParts(output, CONTENT);

    LargeOutput other = output(OTHER_PART, 0);
    assertRejected(Reason.UNKNOWN, () -> outputs.partUrl(other, 1));
    assertRejected(Reason.UNKNOWN, () -> complete(other, tags));
    assertThat(outputs.begin(other).orElseThrow().tags()).as("an upload of its own").isEmpty();
    assertRejected(Reason.WRONG_PARTS, () -> complete(other, tags));
    assertRejected(Reason.UNKNOWN, () -> uploads.partUrls(ANNA, DIGEST, 1, 1));
    outputs.complete(output, tags);
  }

  private Object complete(LargeOutput output, List<String> tags) throws Exception {
    outputs.complete(output, tags);
    return true;
  }

  @Test
  void quotaOfABagCountsOpenUploadsAndOutputs() throws Exception {
    store(output(PART, 0));
    LargeOutput tooLarge = new LargeOutput(PART, 1, PATH, DIGEST, MAX_RESULT_BYTES);
    assertRejected(Reason.QUOTA_EXCEEDED, () -> outputs.begin(tooLarge));
    LargeOutput rest = new LargeOutput(PART, 1, PATH, DIGEST, MAX_RESULT_BYTES - CONTENT.length);
    assertThat(outputs.begin(rest)).isPresent();
  }

  @Test
  void objectIsDeletedWithItsBag() throws Exception {
    store(output(PART, 0));
    String object = objectName();
    deleteAbandoned(2 * Time.DAY_MILLIS);
    assertThat(objects.isAbsent(object)).as("in use").isFalse();

    sql.update(
        "update bag set state = '{\"kind\": \"ended\", \"endedMillis\": 1}', keep_millis = 0");
    assertThat(
            database.bagExpiry().deleteDue(OptionalLong.empty(), database.store().nowMillis(), 10))
        .isEqualTo(1);
    deleteAbandoned(0);
    assertThat(objects.isAbsent(object)).isTrue();
    assertThat(count("select count(*) from upload")).isZero();
  }

  @Test
  void outputThatArrivesAfterTheDeletionOfItsBagIsDeleted() throws Exception {
    LargeOutput output = output(PART, 0);
    outputs.begin(output);
    List<String> tags = sendParts(output, CONTENT);
    String object = objectName();
    sql.update("delete from bag");

    outputs.complete(output, tags);
    assertThat(count("select count(*) from stored_output")).isZero();
    deleteAbandoned(Time.DAY_MILLIS);
    assertThat(objects.isAbsent(object)).isTrue();
  }

  @Test
  void outputThatWasSentAgainWithOtherContentReplacesTheFormerOne() throws Exception {
    store(output(PART, 0));
    Digest digest = Digest.of(OTHER);
    LargeOutput other = new LargeOutput(PART, 0, PATH, digest, OTHER.length);
    outputs.begin(other);
    outputs.complete(other, sendParts(other, OTHER));

    assertThat(outputs.list(BAG, -1, "", 10))
        .extracting(StoredOutput::digest)
        .containsExactly(digest);
    assertThat(count("select count(*) from upload where is_blob")).isEqualTo(1);
  }
}
