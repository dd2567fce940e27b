package tender.agent.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.RelativePath;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.ProtocolLimits;

class KeptOutputSenderTest {
  private static final ReservationId PART =
      new ReservationId(new CallId(new BagId("b1"), 1), 0, new ProviderId("north"));
  private static final int MEBIBYTE = ProtocolLimits.PIECE_BYTES;
  private static final long REJECTED = 99;

  @TempDir private Path folder;
  private Path work;
  private final RequestingMarket market = new RequestingMarket();
  private final List<String> sent = new ArrayList<>();
  private KeptOutputSender sender;

  private static final class RequestingMarket implements KeptOutputSender.Market {
    final List<KeptOutputRequest> requests = new ArrayList<>();
    final List<KeptOutputPiece> pieces = new ArrayList<>();
    final List<Long> unavailable = new ArrayList<>();

    @Override
    public List<KeptOutputRequest> keptOutputRequests() {
      return requests;
    }

    @Override
    public void sendKeptOutput(KeptOutputPiece piece) {
      if (piece.request() == REJECTED) {
        throw new IllegalStateException("The market does not answer.");
      }
      pieces.add(piece);
    }

    @Override
    public void keptOutputUnavailable(long request) {
      unavailable.add(request);
    }
  }

  @BeforeEach
  void makeSender() throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    sender =
        new KeptOutputSender(
            work, this::partFolder, market, (_, _, path, bytes) -> sent.add(path + " " + bytes));
  }

  private Path partFolder(ReservationId part) {
    return work.resolve("bags").resolve(part.call().bag().value()).resolve("1.0");
  }

  private Path kept(int task, String file) throws IOException {
    Path part = KeptOutputs.folder(work, partFolder(PART));
    Path path = part.resolve(Integer.toString(task)).resolve(file);
    Files.createDirectories(path.getParent());
    return path;
  }

  private void request(long id, int task, String path, long fromByte, int pieces) {
    market.requests.add(
        new KeptOutputRequest(id, PART, task, new RelativePath(path), fromByte, pieces));
  }

  @Test
  void requestedPiecesOfAKeptFileAreSent() throws IOException {
    byte[] content = new byte[2 * MEBIBYTE + 5];
    new SplittableRandom(1).nextBytes(content);
    Files.write(kept(3, "deep/big.dat"), content);
    request(7, 3, "deep/big.dat", 0, 2);
    assertThat(sender.sendRequested()).isTrue();
    assertThat(market.pieces).hasSize(2);
    market.requests.clear();
    request(7, 3, "deep/big.dat", 2 * MEBIBYTE, 16);
    assertThat(sender.sendRequested()).isTrue();
    assertThat(market.pieces).hasSize(3);
    assertThat(market.pieces).allMatch(piece -> piece.totalBytes() == content.length);
    assertThat(
            market.pieces.stream()
                .map(KeptOutputPiece::content)
                .reduce(ByteString.EMPTY, ByteString::concat)
                .toByteArray())
        .isEqualTo(content);
    assertThat(sent).containsExactly("deep/big.dat " + content.length);
  }

  @Test
  void fileThatCannotBeSentDelaysNoOther() throws IOException {
    Files.writeString(kept(0, "a"), "a");
    request(REJECTED, 0, "a", 0, 16);
    request(1, 0, "a", 0, 16);
    assertThat(sender.sendRequested()).isTrue();
    assertThat(market.pieces).extracting(KeptOutputPiece::request).containsExactly(1L);
  }

  @Test
  void emptyFileIsOnePiece() throws IOException {
    Files.createFile(kept(0, "empty"));
    request(1, 0, "empty", 0, 16);
    sender.sendRequested();
    assertThat(market.pieces).containsExactly(new KeptOutputPiece(1, 0, 0, ByteString.EMPTY));
  }

  @Test
  void otherFilesAreUnavailable() throws IOException {
    Path secrets = Files.createDirectory(folder.resolve("secrets"));
    Files.writeString(secrets.resolve("key"), "SECRET");
    Files.createSymbolicLink(kept(0, "link"), secrets.resolve("key"));
    Files.createSymbolicLink(kept(0, "folder"), secrets);
    Files.createDirectory(kept(0, "sub"));
    request(1, 0, "absent", 0, 1);
    request(2, 0, "link", 0, 1);
    request(3, 0, "folder/key", 0, 1);
    request(4, 0, "sub", 0, 1);
    request(5, 9, "key", 0, 1);
    sender.sendRequested();
    assertThat(market.pieces).isEmpty();
    assertThat(market.unavailable).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void fileOfARunningPartIsAwaited() throws IOException {
    Path part = kept(0, "x").getParent().getParent();
    Files.writeString(KeptOutputs.list(part), "0 big.dat\n");
    request(1, 0, "big.dat", 0, 1);
    assertThat(sender.sendRequested()).isTrue();
    assertThat(market.pieces).isEmpty();
    assertThat(market.unavailable).isEmpty();
  }

  @Test
  void agentWithoutKeptOutputsDoesNotAsk() {
    request(1, 0, "big.dat", 0, 1);
    assertThat(sender.sendRequested()).isFalse();
  }
}
