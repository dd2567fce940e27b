package tender.server.api;

import tender.server.api.view.BagPage;
import tender.server.api.view.BagPhase;
import tender.server.api.view.BagView;
import tender.server.model.UserId;
import tender.server.model.Requirements;
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
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.ApiException.Kind;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;

/** What every desk does, whatever the market behind it. */
public abstract class BagApiContract {
  protected static final UserId ANN = new UserId("ann");
  protected static final UserId BEN = new UserId("ben");
  private static final Requirements ASK = new Requirements(OptionalLong.empty(), Optional.empty(), true);
  private static final byte[] SCRIPT = "print(3)".getBytes(StandardCharsets.UTF_8);

  /** A desk that knows both persons and none of their bags. */
  protected abstract BagApi desk();

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
        0);
  }

  @Test
  void takesTheSameKeyForTheSameBag() {
    BagApi desk = desk();
    BagId bag = desk.submit(ANN, "k", order("a"), ASK);
    assertThat(desk.submit(ANN, "k", order("a"), ASK)).isEqualTo(bag);
    assertThat(desk.submit(ANN, "k2", order("a"), ASK)).isNotEqualTo(bag);
    assertThat(desk.submit(BEN, "k", order("a"), ASK)).isNotEqualTo(bag);
  }

  @Test
  void refusesTheSameKeyForAnotherBag() {
    BagApi desk = desk();
    desk.submit(ANN, "k", order("a"), ASK);
    assertRefused(Kind.CONFLICT, () -> desk.submit(ANN, "k", order("b"), ASK));
    Requirements other = new Requirements(OptionalLong.empty(), Optional.of(new Money(5_000)), true);
    assertRefused(Kind.CONFLICT, () -> desk.submit(ANN, "k", order("a"), other));
  }

  @Test
  void tellsWhatWasHandedIn() {
    BagApi desk = desk();
    Requirements wish = new Requirements(OptionalLong.of(4_000_000_000_000L), Optional.of(new Money(5_000)), true);
    BagView view = desk.status(ANN, desk.submit(ANN, "k", order("a"), wish));
    assertThat(view.name()).isEqualTo("a");
    assertThat(view.tasks()).isEqualTo(4);
    assertThat(view.done()).isZero();
    assertThat(view.deadlineMillis()).isEqualTo(wish.deadlineMillis());
    assertThat(view.budget()).isEqualTo(wish.budget());
    assertThat(view.worstExitCode()).isEmpty();
  }

  @Test
  void hidesABagFromEverybodyElse() {
    BagApi desk = desk();
    BagId bag = desk.submit(ANN, "k", order("a"), ASK);
    Digest pack = Digest.of(SCRIPT);
    OutputStream sink = OutputStream.nullOutputStream();
    assertRefused(Kind.NOT_FOUND, () -> desk.status(BEN, bag));
    assertRefused(Kind.NOT_FOUND, () -> desk.explain(BEN, bag));
    assertRefused(Kind.NOT_FOUND, () -> desk.cancel(BEN, bag));
    assertRefused(Kind.NOT_FOUND, () -> desk.decline(BEN, bag));
    assertRefused(Kind.NOT_FOUND, () -> desk.accept(BEN, bag, 0, Money.ZERO));
    assertRefused(Kind.NOT_FOUND, () -> desk.retry(BEN, bag, "r", ASK));
    assertRefused(Kind.NOT_FOUND, () -> desk.results(BEN, bag, Optional.empty()));
    assertRefused(Kind.NOT_FOUND, () -> desk.await(BEN, bag, -1, Duration.ofMillis(1)));
    assertRefused(Kind.NOT_FOUND, () -> desk.writeLog(BEN, bag, 0, LogStream.STDOUT, sink));
    assertRefused(Kind.NOT_FOUND, () -> desk.writePack(BEN, bag, pack, sink));
    assertThat(desk.list(BEN, Optional.empty(), 10).bags()).isEmpty();
    assertThat(desk.status(ANN, bag).state()).isNotEqualTo(BagPhase.CANCELLED);
  }

  @Test
  void knowsNoBagThatNobodyHandedIn() {
    assertRefused(Kind.NOT_FOUND, () -> desk().status(ANN, new BagId("nonsense")));
  }

  @Test
  void listsTheLastBagsFirstPageByPage() {
    BagApi desk = desk();
    List<BagId> handedIn =
        List.of("1", "2", "3").stream()
            .map(key -> desk.submit(ANN, key, order("bag" + key), ASK))
            .toList();
    BagPage first = desk.list(ANN, Optional.empty(), 2);
    assertThat(first.bags()).extracting(BagView::id).isEqualTo(handedIn.reversed().subList(0, 2));
    BagPage second = desk.list(ANN, first.next(), 2);
    assertThat(second.bags()).extracting(BagView::id).isEqualTo(handedIn.subList(0, 1));
    assertThat(second.next()).isEmpty();
  }

  @Test
  void cancelsOnceAndForAll() {
    BagApi desk = desk();
    BagId bag = desk.submit(ANN, "k", order("a"), ASK);
    desk.cancel(ANN, bag);
    desk.cancel(ANN, bag);
    assertThat(desk.status(ANN, bag).state()).isEqualTo(BagPhase.CANCELLED);
    assertThat(desk.status(ANN, bag).endedMillis()).isPresent();
    assertRefused(Kind.CONFLICT, () -> desk.accept(ANN, bag, Long.MAX_VALUE, new Money(1_000_000)));
    assertRefused(Kind.CONFLICT, () -> desk.decline(ANN, bag));
  }

  @Test
  void triesAnEndedBagAgain() {
    BagApi desk = desk();
    BagId bag = desk.submit(ANN, "k", order("a"), ASK);
    assertRefused(Kind.CONFLICT, () -> desk.retry(ANN, bag, "r", ASK));
    desk.cancel(ANN, bag);
    BagId again = desk.retry(ANN, bag, "r", ASK);
    assertThat(desk.retry(ANN, bag, "r", ASK)).isEqualTo(again).isNotEqualTo(bag);
    assertThat(desk.status(ANN, again).tasks()).isEqualTo(4);
  }

  @Test
  void awaitsWhatIsNewer() throws InterruptedException {
    BagApi desk = desk();
    BagId bag = desk.submit(ANN, "k", order("a"), ASK);
    assertThat(desk.await(ANN, bag, -1, Duration.ofSeconds(9)).id()).isEqualTo(bag);
    desk.cancel(ANN, bag);
    BagView ended = desk.status(ANN, bag);
    assertThat(desk.await(ANN, bag, ended.version(), Duration.ofMillis(1))).isEqualTo(ended);
  }

  @Test
  void takesFilesAndBagsThatNeedThem() throws IOException {
    BagApi desk = desk();
    Digest digest = Digest.of(SCRIPT);
    InputFile file = new InputFile(new RelativePath("pi.py"), digest, SCRIPT.length, false);
    assertThat(desk.missingBlobs(ANN, List.of(digest))).containsExactly(digest);
    assertRefused(Kind.INVALID, () -> desk.submit(ANN, "k", order("a", file), ASK));
    desk.putBlob(ANN, digest, SCRIPT.length, new ByteArrayInputStream(SCRIPT));
    desk.putBlob(ANN, digest, SCRIPT.length, new ByteArrayInputStream(SCRIPT));
    assertThat(desk.missingBlobs(ANN, List.of(digest))).isEmpty();
    assertThat(desk.submit(ANN, "k", order("a", file), ASK)).isNotNull();
  }

  @Test
  void takesNoFileThatIsNotWhatItsNameSays() {
    BagApi desk = desk();
    Digest digest = Digest.of(new byte[] {1});
    assertRefused(
        Kind.INVALID,
        () -> desk.putBlob(ANN, digest, SCRIPT.length, new ByteArrayInputStream(SCRIPT)));
    assertThat(desk.missingBlobs(ANN, List.of(digest))).containsExactly(digest);
  }

  @Test
  void hasNoLogsOfTasksThatDoNotExist() {
    BagApi desk = desk();
    BagId bag = desk.submit(ANN, "k", order("a"), ASK);
    OutputStream sink = OutputStream.nullOutputStream();
    assertRefused(Kind.NOT_FOUND, () -> desk.writeLog(ANN, bag, 4, LogStream.STDOUT, sink));
    assertRefused(Kind.NOT_FOUND, () -> desk.writePack(ANN, bag, Digest.of(SCRIPT), sink));
  }

  /** Something that the desk is asked for. */
  protected interface Asked {
    void run() throws Exception;
  }

  protected static void assertRefused(Kind kind, Asked asked) {
    assertThatThrownBy(asked::run)
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> {
              assertThat(refusal.kind()).isEqualTo(kind);
              assertThat(refusal.advice()).isNotBlank();
            });
  }
}
