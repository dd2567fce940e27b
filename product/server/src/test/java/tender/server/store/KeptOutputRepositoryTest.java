package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.bagfile.RelativePath;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.ProtocolLimits;
import tender.server.store.content.KeptOutputRepository;
import tender.server.store.content.KeptOutputRepository.Received;

class KeptOutputRepositoryTest extends DatabaseTestCase {
  private static final ProviderId NORTH = new ProviderId("north");
  private static final ProviderId SOUTH = new ProviderId("south");
  private static final ReservationId PART =
      new ReservationId(new CallId(new BagId("bag"), 2), 1, NORTH);
  private static final RelativePath PATH = new RelativePath("out/big.dat");
  private static final int PIECE = ProtocolLimits.PIECE_BYTES;

  private static KeptOutputPiece piece(long request, long fromByte, long totalBytes) {
    byte[] content = new byte[(int) Math.min(PIECE, totalBytes - fromByte)];
    return new KeptOutputPiece(request, fromByte, totalBytes, ByteString.copyFrom(content));
  }

  @Test
  void fileIsReceivedInPieces() {
    KeptOutputRepository outputs = database.keptOutputs();
    long request = outputs.create(PART, 3, PATH).orElseThrow();
    assertThat(outputs.list(NORTH))
        .containsExactly(new KeptOutputRequest(request, PART, 3, PATH, 0, 16));
    assertThat(outputs.list(SOUTH)).isEmpty();
    assertThat(outputs.read(request, 0))
        .contains(new Received(false, OptionalLong.empty(), Optional.empty()));

    long totalBytes = PIECE + 5;
    outputs.add(SOUTH, piece(request, 0, totalBytes));
    outputs.add(NORTH, piece(request, PIECE, totalBytes));
    assertThat(outputs.read(request, 0).orElseThrow().totalBytes()).as("ignored").isEmpty();
    outputs.add(NORTH, piece(request, 0, totalBytes));
    outputs.add(NORTH, piece(request, 0, totalBytes));
    outputs.add(NORTH, piece(request, PIECE, totalBytes + 1));
    assertThat(outputs.list(NORTH))
        .containsExactly(new KeptOutputRequest(request, PART, 3, PATH, PIECE, 15));
    outputs.setRead(request, 0, PIECE);
    assertThat(outputs.list(NORTH))
        .containsExactly(new KeptOutputRequest(request, PART, 3, PATH, PIECE, 16));
    outputs.add(NORTH, piece(request, PIECE, totalBytes));
    assertThat(outputs.list(NORTH)).as("complete").isEmpty();
    Received last = outputs.read(request, PIECE).orElseThrow();
    assertThat(last.totalBytes()).hasValue(totalBytes);
    assertThat(last.piece().orElseThrow()).hasSize(5);

    outputs.delete(request);
    assertThat(outputs.read(request, 0)).isEmpty();
    assertThat(sql.<Long>list("select from_byte from kept_output_piece", row -> row.getLong(1)))
        .isEmpty();
  }

  @Test
  void slowReaderLimitsWhatIsStored() {
    KeptOutputRepository outputs = database.keptOutputs();
    long request = outputs.create(PART, 0, PATH).orElseThrow();
    for (int i = 0; i < 20; i++) {
      outputs.add(NORTH, piece(request, (long) i * PIECE, 100L * PIECE));
    }
    assertThat(outputs.list(NORTH))
        .containsExactly(new KeptOutputRequest(request, PART, 0, PATH, 16L * PIECE, 0));
    outputs.setRead(request, 0, PIECE);
    assertThat(outputs.list(NORTH).getFirst().pieces()).isOne();
  }

  @Test
  void unavailableFileIsNotRequestedAgain() {
    KeptOutputRepository outputs = database.keptOutputs();
    long request = outputs.create(PART, 0, PATH).orElseThrow();
    outputs.setUnavailable(SOUTH, request);
    assertThat(outputs.list(NORTH)).hasSize(1);
    outputs.setUnavailable(NORTH, request);
    assertThat(outputs.list(NORTH)).isEmpty();
    assertThat(outputs.read(request, 0).orElseThrow().isUnavailable()).isTrue();
  }

  @Test
  void oneProviderHasFewRequestsAndAbandonedOnesExpire() {
    KeptOutputRepository outputs = database.keptOutputs();
    for (int i = 0; i < 8; i++) {
      assertThat(outputs.create(PART, i, PATH)).isPresent();
    }
    assertThat(outputs.create(PART, 8, PATH)).isEmpty();
    sql.update("update kept_output_request set expires_millis = 1");
    assertThat(outputs.list(NORTH)).isEmpty();
    assertThat(outputs.create(PART, 8, PATH)).isPresent();
    assertThat(outputs.list(NORTH)).hasSize(1);
  }
}
