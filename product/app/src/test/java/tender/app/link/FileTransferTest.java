package tender.app.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.MarketLink;
import tender.agent.link.MarketRefusedException;
import tender.agent.link.MarketUnavailableException;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.protocol.BagDescription;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;

/** Files that an agent fetches and result packs that it delivers. */
@Tag("live")
class FileTransferTest {
  private static final BagId BAG = new BagId("7");

  @TempDir Path folder;
  private LinkTestMarket market;
  private MarketLink link;

  @BeforeEach
  void begin() throws Exception {
    market = new LinkTestMarket(folder);
    link = market.agent("physics", message -> {}, market.server());
    LinkTestMarket.await("connected", link::isConnected);
  }

  @AfterEach
  void end() {
    market.close();
  }

  @Test
  void fetchesWorkOrder() {
    var order =
        new WorkOrder(
            1,
            "sweep",
            "echo {task}",
            new TaskList.Count(10),
            Optional.empty(),
            List.of(),
            List.of(),
            1,
            1_000,
            0,
            Optional.empty());
    market.handler.orders.put(BAG, order);
    assertThat(link.describe(BAG)).isEqualTo(new BagDescription(order, "ann"));
    assertThatThrownBy(() -> link.describe(new BagId("8")))
        .isInstanceOf(MarketRefusedException.class)
        .hasMessageContaining("Bag 8 is not known to physics");
  }

  @Test
  void keptOutputsAreRequestedAndSent() {
    var request =
        new KeptOutputRequest(
            5, LinkTestMarket.reservation("physics", 7), 3, new RelativePath("a/b"), 1 << 20, 16);
    market.handler.keptOutputRequests.add(request);
    assertThat(link.keptOutputRequests()).containsExactly(request);
    var piece =
        new KeptOutputPiece(5, 1 << 20, (1 << 20) + 3, ByteString.copyFrom(new byte[] {1, 2, 3}));
    link.sendKeptOutput(piece);
    assertThat(market.handler.keptOutputPieces).containsExactly(piece);
    link.keptOutputUnavailable(5);
    assertThat(link.keptOutputRequests()).isEmpty();
  }

  @Test
  void fetchesCompleteFile() throws Exception {
    byte[] content = random(5 << 20);
    Digest digest = Digest.of(content);
    market.handler.blobs.put(digest, content);
    Path to = folder.resolve("input");
    link.fetch(BAG, digest, to);
    assertThat(to).hasBinaryContent(content);

    Digest empty = Digest.of(new byte[0]);
    market.handler.blobs.put(empty, new byte[0]);
    link.fetch(BAG, empty, to);
    assertThat(to).isEmptyFile();
  }

  @Test
  void rejectsFileWithWrongDigest() throws Exception {
    Digest digest = Digest.of(new byte[] {1});
    market.handler.blobs.put(digest, random(200_000));
    Path to = Files.createDirectory(folder.resolve("inputs")).resolve("input");
    assertThatThrownBy(() -> link.fetch(BAG, digest, to))
        .isInstanceOf(MarketUnavailableException.class)
        .hasMessageContaining("has the wrong digest");
    assertThatThrownBy(() -> link.fetch(BAG, Digest.of(new byte[] {2}), to))
        .isInstanceOf(MarketRefusedException.class)
        .hasMessageContaining("does not exist");
    try (var files = Files.list(to.getParent())) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void deliversResults() throws Exception {
    byte[] content = random(3 << 20);
    Path pack = Files.write(folder.resolve("pack"), content);
    var outcomes =
        List.of(new TaskOutcome(0, TaskSet.first(3)), new TaskOutcome(1, TaskSet.range(5, 7)));
    var id = LinkTestMarket.reservation("physics", 1);
    link.deliver(id, outcomes, pack);
    link.deliver(id, outcomes, pack);
    var delivered = new FakeAgentHandler.Pack(id, outcomes, Digest.of(content));
    assertThat(market.handler.packs).containsExactly(delivered, delivered);
    assertThatThrownBy(
            () -> link.deliver(LinkTestMarket.reservation("chemistry", 1), outcomes, pack))
        .isInstanceOf(MarketRefusedException.class)
        .hasMessageContaining("does not belong to physics");
  }

  @Test
  void limitsConcurrentTransfers() throws Exception {
    byte[] content = random(300_000);
    Digest digest = Digest.of(content);
    market.handler.blobs.put(digest, content);
    Path pack = Files.write(folder.resolve("pack"), content);
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Path to = folder.resolve("input-" + i);
        var id = LinkTestMarket.reservation("physics", i);
        var outcomes = List.of(new TaskOutcome(0, TaskSet.first(1)));
        all.add(executor.submit(() -> link.fetch(BAG, digest, to)));
        all.add(executor.submit(() -> link.deliver(id, outcomes, pack)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    assertThat(market.handler.packs).hasSize(20);
    assertThat(market.handler.maxConcurrentBlobs).hasValueBetween(1, 4);
  }

  private static byte[] random(int bytes) {
    byte[] content = new byte[bytes];
    new SplittableRandom(bytes).nextBytes(content);
    return content;
  }
}
