package tender.server.store.identity;

import java.util.List;
import tender.core.model.OrganisationId;

/**
 * A user who submits a bag.
 *
 * @param organisations to which the user belongs
 * @param openBags how many bags of the user have not ended
 * @param openTasks how many tasks they have
 */
public record Submitter(List<OrganisationId> organisations, int openBags, long openTasks) {}
