package tender.server.api.operator;

import java.util.List;
import tender.core.model.OrganisationId;
import tender.server.model.OwnQuotas;
import tender.server.model.Role;
import tender.server.model.UserId;

/** The users of a market. */
public interface UserAdministration {
  /** All users, by name. */
  List<ManagedUser> list();

  /**
   * Adds a user, or gives a user who was revoked access again.
   *
   * @param name not validated
   * @return a token, which cannot be read again
   */
  String add(String name, Role role, List<OrganisationId> organisations);

  /** Ends all access of a user. Running bags are not affected. */
  void revoke(UserId user);

  /** Sets what the user may do in the whole market, from the user's next request on. */
  void setRole(UserId user, Role role);

  /** Sets the organisations of a user, for bags that are submitted later. */
  void setOrganisations(UserId user, List<OrganisationId> organisations);

  /** Replaces the quotas of a user that differ from the market's; servers use them within 5 s. */
  void setQuotas(UserId user, OwnQuotas quotas);
}
