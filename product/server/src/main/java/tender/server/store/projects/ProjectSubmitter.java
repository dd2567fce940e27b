package tender.server.store.projects;

import java.util.OptionalLong;
import tender.server.model.ProjectQuotas;
import tender.server.store.identity.Submitter;

/**
 * A member of a project who submits a bag for it.
 *
 * @param nowMillis by the database's clock
 * @param endsMillis when the project ends; empty if it has no end
 * @param openBags how many bags of the project have not ended
 * @param openTasks how many tasks they have
 * @param hasOlderServers whether servers are alive that cannot pay from a project's account
 */
public record ProjectSubmitter(
    Submitter submitter,
    long nowMillis,
    long startsMillis,
    OptionalLong endsMillis,
    ProjectQuotas quotas,
    int openBags,
    long openTasks,
    boolean hasOlderServers) {}
