package tender.simulator.faults.store;

import java.util.HashMap;
import java.util.Map;
import tender.core.model.ProviderId;

/**
 * The identities that the server has issued to agents. Only the newest of a provider is accepted,
 * as the server accepts no certificate that a later enrolment has replaced.
 */
public final class AgentIdentities {
  private final Map<ProviderId, Integer> newestSerials = new HashMap<>();

  /** What an agent presents with every call: the provider and the serial of its certificate. */
  public record AgentIdentity(ProviderId provider, int serial) {}

  /** Issues an identity, which replaces all earlier ones of the provider. */
  public AgentIdentity enrol(ProviderId provider) {
    return new AgentIdentity(provider, newestSerials.merge(provider, 1, Integer::sum));
  }

  public boolean isCurrent(AgentIdentity identity) {
    return newestSerials.getOrDefault(identity.provider(), 0) == identity.serial();
  }
}
