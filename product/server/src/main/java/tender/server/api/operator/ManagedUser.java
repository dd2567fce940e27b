package tender.server.api.operator;

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
 * @param hasAccess whether the user has a token or can log in
 * @param bags how many the user has submitted
 * @param lastBagMillis when the user submitted the newest bag; empty without one
 * @param quotas those that differ from the market's
 */
public record ManagedUser(
    UserId user,
    Role role,
    boolean hasAccess,
    Money balance,
    long bags,
    OptionalLong lastBagMillis,
    List<OrganisationId> organisations,
    OwnQuotas quotas) {
  public ManagedUser {
    organisations = List.copyOf(organisations);
  }
}
