package tender.server.bags;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import tender.bagfile.RelativePath;
import tender.core.message.ReservationId;
import tender.core.model.ProviderId;
import tender.server.api.ApiException;
import tender.server.store.Database;
import tender.server.store.bags.Submission;
import tender.server.store.content.KeptOutputRepository;
import tender.server.store.content.KeptOutputRepository.Received;

/**
 * Outputs that were too large for the results, which their providers keep for some days. A user's
 * request is stored; the provider's agent sees it, and sends the file in pieces.
 */
final class KeptOutputService {
  /** Agents ask every few seconds whether there are requests. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private final Database database;

  KeptOutputService(Database database) {
    this.database = database;
  }

  /** Copies a kept output. If it throws an {@link ApiException}, nothing was written. */
  void write(Submission submission, int taskIndex, RelativePath path, OutputStream sink)
      throws IOException {
    int position = ResultService.positionInBag(submission.order(), taskIndex);
    ReservationId part =
        mapErrors(() -> database.packs().part(submission.bag(), position))
            .orElseThrow(() -> ResultService.noResult(submission.bag(), taskIndex));
    KeptOutputRepository outputs = database.keptOutputs();
    long request =
        mapErrors(() -> outputs.create(part, position, path))
            .orElseThrow(
                () ->
                    ApiException.conflict(
                        "Provider " + part.provider() + " is sending many files now.",
                        "Try again in a minute."));
    try {
      copy(request, part.provider(), path, sink);
    } finally {
      mapErrors(
          () -> {
            outputs.delete(request);
            return true;
          });
    }
  }

  private void copy(long request, ProviderId provider, RelativePath path, OutputStream sink)
      throws IOException {
    long fromByte = 0;
    while (true) {
      Received received = await(request, fromByte, provider, path);
      byte[] piece = received.piece().orElseThrow();
      sink.write(piece);
      long position = fromByte;
      mapErrors(
          () -> {
            database.keptOutputs().setRead(request, position, piece.length);
            return true;
          });
      fromByte += piece.length;
      if (fromByte >= received.totalBytes().orElseThrow()) {
        return;
      }
    }
  }

  /** Waits for the piece at a position. */
  private Received await(long request, long fromByte, ProviderId provider, RelativePath path)
      throws IOException {
    long endNanos = System.nanoTime() + MAX_WAIT.toNanos();
    while (System.nanoTime() < endNanos) {
      Optional<Received> received = mapErrors(() -> database.keptOutputs().read(request, fromByte));
      if (received.flatMap(Received::piece).isPresent()) {
        return received.get();
      }
      if (received.isEmpty() || received.get().isUnavailable()) {
        break;
      }
      mapErrors(
          () -> {
            Thread.sleep(POLL_INTERVAL);
            return true;
          });
    }
    if (fromByte == 0) {
      throw notSent(request, provider, path);
    }
    throw new IOException("Provider " + provider + " has stopped sending " + path + ".");
  }

  private ApiException notSent(long request, ProviderId provider, RelativePath path) {
    boolean isUnavailable =
        mapErrors(() -> database.keptOutputs().read(request, 0))
            .map(Received::isUnavailable)
            .orElse(false);
    return isUnavailable
        ? ApiException.notFound(
            "Provider %s does not have %s of this task.".formatted(provider, path),
            "Providers keep only outputs that were too large, and for some days only.")
        : ApiException.conflict(
            "Provider %s has not begun to send %s within %d s."
                .formatted(provider, path, MAX_WAIT.toSeconds()),
            "It must be connected, and the part with this task must have ended. Try again later.");
  }
}
