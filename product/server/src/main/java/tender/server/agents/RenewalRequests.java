package tender.server.agents;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tender.core.model.ProviderId;
import tender.server.agents.certificates.Authorities;

/**
 * Asks connected agents to renew their certificates when the market replaces its authority: some in
 * each round, because each renewal writes to the database and opens a stream again.
 */
final class RenewalRequests {
  private static final int MAX_PER_ROUND = 20;

  /** An agent that has not renewed its certificate by then is asked again. */
  private static final int ROUNDS_BEFORE_REPETITION = 30;

  private final Supplier<Authorities> authorities;
  private final Map<ProviderId, Integer> askedInRound = new HashMap<>();
  private Authorities former;
  private int round;

  RenewalRequests(Supplier<Authorities> authorities) {
    this.authorities = authorities;
    former = authorities.get();
  }

  /** Called by one thread. */
  void ask(Collection<AgentStream> streams) {
    round++;
    askedInRound.values().removeIf(asked -> round - asked >= ROUNDS_BEFORE_REPETITION);
    Authorities now = authorities.get();
    if (!now.equals(former)) {
      former = now;
      askedInRound.clear();
    }
    List<AgentStream> outdated =
        streams.stream()
            .filter(
                stream ->
                    stream.canRenewOnRequest() && !askedInRound.containsKey(stream.provider()))
            .filter(stream -> now.isOutdated(stream.caller().certificate(), stream.trusted()))
            .limit(MAX_PER_ROUND)
            .toList();
    for (AgentStream stream : outdated) {
      stream.askToRenew();
      askedInRound.put(stream.provider(), round);
    }
  }
}
