package tender.server.agents;

import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Looks after the streams again and again, and ends those that should not be there any more. */
final class StreamReaper {
  private static final System.Logger LOG = System.getLogger(StreamReaper.class.getName());
  private static final Duration ROUND = Duration.ofSeconds(1);
  private static final long MOST_STALLED_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Each costs a question to the counterpart, so this is not asked in every round. */
  private static final int ROUNDS_BETWEEN_REVOCATIONS = 60;

  private final AgentStreams streams;
  private final AgentAuthenticator identity;
  private final Runnable chores;
  private final Thread thread = Thread.ofVirtual().name("warden").unstarted(this::run);

  StreamReaper(AgentStreams streams, AgentAuthenticator identity, Runnable chores) {
    this.streams = streams;
    this.identity = identity;
    this.chores = chores;
  }

  void start() {
    thread.start();
  }

  void stop() {
    thread.interrupt();
  }

  private void run() {
    try {
      for (int round = 1; ; round++) {
        Thread.sleep(ROUND);
        boolean askForRevocation = round % ROUNDS_BETWEEN_REVOCATIONS == 0;
        try {
          chores.run();
          streams.open().forEach(stream -> look(stream, askForRevocation));
        } catch (RuntimeException e) {
          LOG.log(Level.ERROR, "Some streams were not looked after in this round.", e);
        }
      }
    } catch (InterruptedException e) {
      // The server stops.
    }
  }

  private void look(AgentStream stream, boolean askForRevocation) {
    Instant endOfCertificate = stream.caller().certificate().getNotAfter().toInstant();
    if (stream.stalledNanos() > MOST_STALLED_NANOS) {
      LOG.log(
          Level.WARNING, "Cut {0}: it takes nothing, or has not said Hello.", stream.provider());
      stream.end(Status.UNAVAILABLE.withDescription("Nothing was taken or said for too long."));
    } else if (Instant.now().isAfter(endOfCertificate)) {
      LOG.log(Level.WARNING, "Cut {0}: its certificate has expired.", stream.provider());
      stream.end(Status.UNAUTHENTICATED.withDescription("The certificate has expired."));
    } else if (askForRevocation && identity.isRevoked(stream.caller())) {
      LOG.log(Level.WARNING, "Cut {0}: its certificate is revoked.", stream.provider());
      stream.end(AgentAuthenticator.revoked(stream.provider()));
    }
  }
}
