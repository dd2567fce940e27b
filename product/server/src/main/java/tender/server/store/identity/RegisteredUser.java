package tender.server.store.identity;

import java.util.List;
import java.util.OptionalLong;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.server.model.OwnQuotas;
import tender.server.model.Role;
import tender.server.model.UserId;

/**
 * A user, as the operator sees them.
 *
 * @param hasToken whether the user has access
 * @param bags how many the user has submitted
 * @param lastBagMillis when the user submitted the newest bag; empty without one
 */
public record RegisteredUser(
    UserId id,
    boolean hasToken,
    Money balance,
    long bags,
    OptionalLong lastBagMillis,
    List<OrganisationId> organisations,
    Role role,
    OwnQuotas quotas) {}
