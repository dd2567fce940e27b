package tender.server.agents;

import io.grpc.Status;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Periodically ends streams that are stalled, or whose certificates are not valid any more, and
 * asks agents to renew certificates of a replaced authority.
 */
final class StreamReaper {
  private static final System.Logger LOG = System.getLogger(StreamReaper.class.getName());
  private static final Duration ROUND = Duration.ofSeconds(1);
  private static final long MAX_STALLED_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Each check costs a database query, so it is not done in every round. */
  private static final int ROUNDS_PER_CERTIFICATE_CHECK = 5;

  private final AgentStreams streams;
  private final AgentAuthenticator authenticator;
  private final RenewalRequests renewals;
  private final Runnable maintenance;
  private final Thread thread = Thread.ofVirtual().name("stream-reaper").unstarted(this::run);

  StreamReaper(
      AgentStreams streams,
      AgentAuthenticator authenticator,
      RenewalRequests renewals,
      Runnable maintenance) {
    this.streams = streams;
    this.authenticator = authenticator;
    this.renewals = renewals;
    this.maintenance = maintenance;
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
        try {
          maintenance.run();
          streams.open().forEach(StreamReaper::check);
          renewals.ask(streams.open());
          if (round % ROUNDS_PER_CERTIFICATE_CHECK == 0) {
            authenticator.endInvalid(streams.open());
          }
        } catch (RuntimeException e) {
          LOG.log(Level.ERROR, "Stream check failed; will retry", e);
        }
      }
    } catch (InterruptedException e) {
      // The server is shutting down.
    }
  }

  private static void check(AgentStream stream) {
    Instant endOfCertificate = stream.caller().certificate().getNotAfter().toInstant();
    if (stream.stalledNanos() > MAX_STALLED_NANOS) {
      LOG.log(Level.WARNING, "Stream closed: stalled or without Hello", stream.provider());
      stream.end(Status.UNAVAILABLE.withDescription("The stream was stalled for too long."));
    } else if (Instant.now().isAfter(endOfCertificate)) {
      LOG.log(Level.WARNING, "Stream closed: certificate has expired", stream.provider());
      stream.end(Status.UNAUTHENTICATED.withDescription("The certificate has expired."));
    }
  }
}
