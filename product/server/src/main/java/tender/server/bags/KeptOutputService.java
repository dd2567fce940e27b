package tender.server.bags;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import tender.bagfile.RelativePath;
import tender.core.message.ReservationId;
import tender.core.model.ProviderId;
import tender.core.store.Store;
import tender.server.api.ApiException;
import tender.server.store.Database;
import tender.server.store.bags.Submission;
import tender.server.store.content.KeptOutputRepository.Received;

/**
 * Outputs that were too large for the results. Those in the object store are read there. Others are
 * kept by their providers for some days: a user's request is stored; the provider's agent sees it,
 * and sends the file in pieces.
 */
final class KeptOutputService {
  private static final Logger LOG = System.getLogger(KeptOutputService.class.getName());

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
    Optional<InputStream> stored =
        mapErrors(() -> database.outputs().open(submission.bag(), position, path));
    if (stored.isPresent()) {
      try (InputStream content = stored.get()) {
        content.transferTo(sink);
      }
      return;
    }
    ReservationId part =
        mapErrors(() -> database.packs().part(submission.bag(), position))
            .orElseThrow(() -> ResultService.noResult(submission.bag(), taskIndex));
    long request =
        mapErrors(() -> database.keptOutputs().create(part, position, path))
            .orElseThrow(
                () ->
                    ApiException.conflict(
                        "Provider " + part.provider() + " is sending many files now.",
                        "Try again in a minute."));
    try {
      copy(request, part.provider(), path, sink);
    } finally {
      delete(request);
    }
  }

  /** A request that cannot be deleted expires. */
  private void delete(long request) {
    try {
      database.keptOutputs().delete(request);
    } catch (Store.Unavailable e) {
      LOG.log(Level.DEBUG, "Cannot delete a request for an output: cause={0}", e.getMessage());
    }
  }

  private void copy(long request, ProviderId provider, RelativePath path, OutputStream sink)
      throws IOException {
    Received received = await(request, 0, provider, path);
    long fromByte = 0;
    try {
      while (true) {
        byte[] piece = received.piece().orElseThrow();
        sink.write(piece);
        database.keptOutputs().setRead(request, fromByte, piece.length);
        fromByte += piece.length;
        if (fromByte >= received.totalBytes().orElseThrow()) {
          return;
        }
        received = await(request, fromByte, provider, path);
      }
    } catch (ApiException | Store.Unavailable e) {
      // The response has begun, and must not end as if it were complete.
      throw new IOException("Provider " + provider + " has sent only a part of " + path + ".", e);
    }
  }

  /** Waits for the piece at a position. */
  private Received await(long request, long fromByte, ProviderId provider, RelativePath path) {
    long endNanos = System.nanoTime() + MAX_WAIT.toNanos();
    while (true) {
      Optional<Received> received = mapErrors(() -> database.keptOutputs().read(request, fromByte));
      if (received.flatMap(Received::piece).isPresent()) {
        return received.get();
      }
      if (received.map(Received::isUnavailable).orElse(false)) {
        throw ApiException.notFound(
            "Provider %s does not have %s of this task.".formatted(provider, path),
            "Providers keep only outputs that were too large, and for some days only.");
      }
      if (received.isEmpty() || System.nanoTime() >= endNanos) {
        throw ApiException.conflict(
            "Provider %s has not sent %s within %d s."
                .formatted(provider, path, MAX_WAIT.toSeconds()),
            "It must be connected, and the part with this task must have ended. Try again later.");
      }
      sleep();
    }
  }

  private static void sleep() {
    mapErrors(
        () -> {
          Thread.sleep(POLL_INTERVAL);
          return true;
        });
  }
}
