package tender.simulator.faults;

import java.util.HashMap;
import java.util.Map;
import tender.core.model.ProviderId;

/**
 * The identities that the server has issued to agents. Only the newest of a provider is accepted,
 * as the server accepts no certificate that a later enrolment has replaced.
 */
final class AgentIdentities {
  private final Map<ProviderId, Integer> newestSerials = new HashMap<>();

  /** What an agent presents with every call: the provider and the serial of its certificate. */
  record AgentIdentity(ProviderId provider, int serial) {}

  /** Issues an identity, which replaces all earlier ones of the provider. */
  AgentIdentity enrol(ProviderId provider) {
    return new AgentIdentity(provider, newestSerials.merge(provider, 1, Integer::sum));
  }

  boolean isCurrent(AgentIdentity identity) {
    return newestSerials.getOrDefault(identity.provider(), 0) == identity.serial();
  }
}
