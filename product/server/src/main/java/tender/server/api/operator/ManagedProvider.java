package tender.server.api.operator;

import java.util.List;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;

/** A provider, as the operator sees it. */
public record ManagedProvider(
    ProviderId provider, State state, TrackRecord record, List<OrganisationId> organisations) {
  public ManagedProvider {
    organisations = List.copyOf(organisations);
  }

  /** Whether it takes part in the market. */
  public enum State {
    /** Its agent has never enrolled. */
    ADDED,
    /** Its agent is connected to a server. */
    CONNECTED,
    /** Its agent is not connected. */
    OFFLINE,
    /** The operator has revoked it, which is permanent. */
    REVOKED
  }
}
