package tender.server.store.authority;

import java.util.List;
import java.util.OptionalLong;
import tender.core.model.ProviderId;

/**
 * How far the replacement of the authority is.
 *
 * @param nextFingerprint of the authority that will be the current one
 * @param movingMillis since when agents get certificates from it; empty until all servers accept
 *     these
 * @param servers that are alive
 * @param readyServers those of them that accept the next authority
 * @param moved the number of providers that use a certificate of the next authority
 * @param waiting providers with a valid certificate of the current one, by their ids
 * @param openTokens enrolment tokens of the current authority that can still be used
 */
public record RotationProgress(
    String nextFingerprint,
    long startedMillis,
    OptionalLong movingMillis,
    int servers,
    int readyServers,
    int moved,
    List<WaitingProvider> waiting,
    int openTokens) {
  public RotationProgress {
    waiting = List.copyOf(waiting);
  }

  /**
   * A provider whose agent has not moved.
   *
   * @param connected whether its agent is connected
   * @param expiresMillis when its last certificate of the current authority expires
   */
  public record WaitingProvider(ProviderId provider, boolean connected, long expiresMillis) {}

  /** Whether nothing that is valid depends on the current authority any more. */
  public boolean isComplete() {
    return movingMillis.isPresent() && waiting.isEmpty() && openTokens == 0;
  }
}
