package tender.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.ApiException.Kind;
import tender.server.api.view.BagPage;
import tender.server.api.view.BagView;
import tender.server.model.BagPhase;
import tender.server.model.Requirements;
import tender.server.model.UserId;

/** The contract of every implementation of {@link BagApi}. */
public abstract class BagApiContract {
  protected static final UserId ANN = new UserId("ann");
  protected static final UserId BEN = new UserId("ben");
  private static final Requirements QUOTE_FIRST =
      new Requirements(OptionalLong.empty(), Optional.empty(), true);
  private static final byte[] SCRIPT = "print(3)".getBytes(StandardCharsets.UTF_8);

  /** An implementation that knows both users and has no bags. */
  protected abstract BagApi api();

  protected static WorkOrder order(String name, InputFile... inputs) {
    return new WorkOrder(
        WorkOrder.VERSION,
        name,
        "echo {task}",
        new TaskList.Count(4),
        Optional.empty(),
        List.of(inputs),
        List.of(),
        1,
        60_000,
        0,
        Optional.empty());
  }

  @Test
  void repeatedKeyReturnsTheSameBag() {
    BagApi api = api();
    BagId bag = api.submit(ANN, "k", order("a"), QUOTE_FIRST);
    assertThat(api.submit(ANN, "k", order("a"), QUOTE_FIRST)).isEqualTo(bag);
    assertThat(api.submit(ANN, "k2", order("a"), QUOTE_FIRST)).isNotEqualTo(bag);
    assertThat(api.submit(BEN, "k", order("a"), QUOTE_FIRST)).isNotEqualTo(bag);
  }

  @Test
  void sameKeyForAnotherBagIsAConflict() {
    BagApi api = api();
    api.submit(ANN, "k", order("a"), QUOTE_FIRST);
    assertFails(Kind.CONFLICT, () -> api.submit(ANN, "k", order("b"), QUOTE_FIRST));
    Requirements other =
        new Requirements(OptionalLong.empty(), Optional.of(new Money(5_000)), true);
    assertFails(Kind.CONFLICT, () -> api.submit(ANN, "k", order("a"), other));
  }

  @Test
  void statusShowsTheSubmission() {
    BagApi api = api();
    Requirements requirements =
        new Requirements(OptionalLong.of(4_000_000_000_000L), Optional.of(new Money(5_000)), true);
    BagView view = api.status(ANN, api.submit(ANN, "k", order("a"), requirements));
    assertThat(view.name()).isEqualTo("a");
    assertThat(view.tasks()).isEqualTo(4);
    assertThat(view.done()).isZero();
    assertThat(view.deadlineMillis()).isEqualTo(requirements.deadlineMillis());
    assertThat(view.budget()).isEqualTo(requirements.budget());
    assertThat(view.worstExitCode()).isEmpty();
  }

  @Test
  void bagIsHiddenFromOtherUsers() {
    BagApi api = api();
    BagId bag = api.submit(ANN, "k", order("a"), QUOTE_FIRST);
    Digest pack = Digest.of(SCRIPT);
    OutputStream sink = OutputStream.nullOutputStream();
    assertFails(Kind.NOT_FOUND, () -> api.status(BEN, bag));
    assertFails(Kind.NOT_FOUND, () -> api.explain(BEN, bag));
    assertFails(Kind.NOT_FOUND, () -> api.cancel(BEN, bag));
    assertFails(Kind.NOT_FOUND, () -> api.delete(BEN, bag));
    assertFails(Kind.NOT_FOUND, () -> api.decline(BEN, bag));
    assertFails(Kind.NOT_FOUND, () -> api.accept(BEN, bag, 0, Money.ZERO));
    assertFails(Kind.NOT_FOUND, () -> api.retry(BEN, bag, "r", QUOTE_FIRST));
    assertFails(Kind.NOT_FOUND, () -> api.results(BEN, bag, Optional.empty()));
    assertFails(Kind.NOT_FOUND, () -> api.writeLog(BEN, bag, 0, LogStream.STDOUT, sink));
    RelativePath path = new RelativePath("big.dat");
    assertFails(Kind.NOT_FOUND, () -> api.writeKeptOutput(BEN, bag, 0, path, sink));
    assertFails(Kind.NOT_FOUND, () -> api.writeKeptOutput(ANN, bag, 0, path, sink));
    assertFails(Kind.NOT_FOUND, () -> api.writePack(BEN, bag, pack, sink));
    assertThat(api.list(BEN, Optional.empty(), 10).bags()).isEmpty();
    assertThat(api.status(ANN, bag).state()).isNotEqualTo(BagPhase.CANCELLED);
  }

  @Test
  void unknownBagIsNotFound() {
    assertFails(Kind.NOT_FOUND, () -> api().status(ANN, new BagId("nonsense")));
  }

  @Test
  void listReturnsNewestBagsFirstInPages() {
    BagApi api = api();
    List<BagId> submitted =
        List.of("1", "2", "3").stream()
            .map(key -> api.submit(ANN, key, order("bag" + key), QUOTE_FIRST))
            .toList();
    BagPage first = api.list(ANN, Optional.empty(), 2);
    assertThat(first.bags()).extracting(BagView::id).isEqualTo(submitted.reversed().subList(0, 2));
    BagPage second = api.list(ANN, first.next(), 2);
    assertThat(second.bags()).extracting(BagView::id).isEqualTo(submitted.subList(0, 1));
    assertThat(second.next()).isEmpty();
  }

  @Test
  void cancelIsFinalAndIdempotent() {
    BagApi api = api();
    BagId bag = api.submit(ANN, "k", order("a"), QUOTE_FIRST);
    api.cancel(ANN, bag);
    api.cancel(ANN, bag);
    assertThat(api.status(ANN, bag).state()).isEqualTo(BagPhase.CANCELLED);
    assertThat(api.status(ANN, bag).endedMillis()).isPresent();
    assertFails(Kind.CONFLICT, () -> api.accept(ANN, bag, Long.MAX_VALUE, new Money(1_000_000)));
    assertFails(Kind.CONFLICT, () -> api.decline(ANN, bag));
  }

  @Test
  void deletedBagIsGoneAndItsKeyStaysUsed() {
    BagApi api = api();
    BagId bag = api.submit(ANN, "k", order("a"), QUOTE_FIRST);
    assertFails(Kind.CONFLICT, () -> api.delete(ANN, bag));
    api.cancel(ANN, bag);
    assertFails(Kind.NOT_FOUND, () -> api.delete(BEN, bag));
    api.delete(ANN, bag);
    api.delete(ANN, bag);
    assertFails(Kind.NOT_FOUND, () -> api.status(ANN, bag));
    assertFails(Kind.NOT_FOUND, () -> api.delete(BEN, bag));
    assertThat(api.list(ANN, Optional.empty(), 10).bags()).isEmpty();
    assertFails(Kind.CONFLICT, () -> api.submit(ANN, "k", order("a"), QUOTE_FIRST));
  }

  @Test
  void endedBagCanBeRetried() {
    BagApi api = api();
    BagId bag = api.submit(ANN, "k", order("a"), QUOTE_FIRST);
    assertFails(Kind.CONFLICT, () -> api.retry(ANN, bag, "r", QUOTE_FIRST));
    api.cancel(ANN, bag);
    BagId again = api.retry(ANN, bag, "r", QUOTE_FIRST);
    assertThat(api.retry(ANN, bag, "r", QUOTE_FIRST)).isEqualTo(again).isNotEqualTo(bag);
    assertThat(api.status(ANN, again).tasks()).isEqualTo(4);
  }

  @Test
  void awaitReturnsChangedBag() throws InterruptedException {
    BagApi api = api();
    BagId bag = api.submit(ANN, "k", order("a"), QUOTE_FIRST);
    BagView known = api.status(ANN, bag);
    api.cancel(ANN, bag);
    BagView ended = api.await(ANN, known, Duration.ofSeconds(9)).orElseThrow();
    assertThat(ended.version()).isGreaterThan(known.version());
    BagView last = api.status(ANN, bag);
    assertThat(api.await(ANN, last, Duration.ofMillis(1))).isEmpty();
    assertFails(Kind.NOT_FOUND, () -> api.await(BEN, known, Duration.ofSeconds(9)));
  }

  @Test
  void bagRequiresItsFilesToBeUploaded() throws IOException {
    BagApi api = api();
    Digest digest = Digest.of(SCRIPT);
    InputFile file = new InputFile(new RelativePath("pi.py"), digest, SCRIPT.length, false);
    assertThat(api.missingBlobs(ANN, List.of(digest))).containsExactly(digest);
    assertFails(Kind.INVALID, () -> api.submit(ANN, "k", order("a", file), QUOTE_FIRST));
    api.putBlob(ANN, digest, SCRIPT.length, new ByteArrayInputStream(SCRIPT));
    api.putBlob(ANN, digest, SCRIPT.length, new ByteArrayInputStream(SCRIPT));
    assertThat(api.missingBlobs(ANN, List.of(digest))).isEmpty();
    assertThat(api.submit(ANN, "k", order("a", file), QUOTE_FIRST)).isNotNull();
  }

  @Test
  void smallFilesAreStoredTogether() {
    BagApi api = api();
    byte[] empty = new byte[0];
    List<Digest> digests = List.of(Digest.of(SCRIPT), Digest.of(empty));
    api.putSmallBlobs(ANN, List.of(SCRIPT, empty, SCRIPT));
    assertThat(api.missingBlobs(ANN, digests)).isEmpty();
    assertThat(api.missingBlobs(BEN, digests)).isEqualTo(digests);
    api.putSmallBlobs(ANN, List.of(SCRIPT));
    api.putSmallBlobs(BEN, List.of(empty, SCRIPT));
    assertThat(api.missingBlobs(BEN, digests)).isEmpty();
  }

  @Test
  void fileOfAnotherUserIsMissing() throws IOException {
    BagApi api = api();
    Digest digest = Digest.of(SCRIPT);
    InputFile file = new InputFile(new RelativePath("pi.py"), digest, SCRIPT.length, false);
    api.putBlob(ANN, digest, SCRIPT.length, new ByteArrayInputStream(SCRIPT));
    assertThat(api.missingBlobs(BEN, List.of(digest))).containsExactly(digest);
    assertFails(Kind.INVALID, () -> api.submit(BEN, "k", order("a", file), QUOTE_FIRST));
    byte[] other = new byte[SCRIPT.length];
    assertFails(
        Kind.INVALID,
        () -> api.putBlob(BEN, digest, other.length, new ByteArrayInputStream(other)));
    assertThat(api.missingBlobs(BEN, List.of(digest))).containsExactly(digest);
    api.putBlob(BEN, digest, SCRIPT.length, new ByteArrayInputStream(SCRIPT));
    assertThat(api.submit(BEN, "k", order("a", file), QUOTE_FIRST)).isNotNull();
  }

  @Test
  void fileWithWrongDigestIsRejected() {
    BagApi api = api();
    Digest digest = Digest.of(new byte[] {1});
    assertFails(
        Kind.INVALID,
        () -> api.putBlob(ANN, digest, SCRIPT.length, new ByteArrayInputStream(SCRIPT)));
    assertThat(api.missingBlobs(ANN, List.of(digest))).containsExactly(digest);
  }

  @Test
  void logOfUnknownTaskIsNotFound() {
    BagApi api = api();
    BagId bag = api.submit(ANN, "k", order("a"), QUOTE_FIRST);
    OutputStream sink = OutputStream.nullOutputStream();
    assertFails(Kind.NOT_FOUND, () -> api.writeLog(ANN, bag, 4, LogStream.STDOUT, sink));
    assertFails(Kind.NOT_FOUND, () -> api.writePack(ANN, bag, Digest.of(SCRIPT), sink));
  }

  /** A call of the API. */
  protected interface ApiCall {
    void run() throws Exception;
  }

  protected static void assertFails(Kind kind, ApiCall call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ApiException.class,
            exception -> {
              assertThat(exception.kind()).isEqualTo(kind);
              assertThat(exception.advice()).isNotBlank();
            });
  }
}
