package tender.server.model;

import java.util.Optional;
import tender.core.model.Money;

/**
 * A member of a project, or a person who was one.
 *
 * @param isMember whether the person is a member now
 * @param isInvited false of a member only through a group of the identity provider
 * @param limit the most that the member may spend; empty if without limit
 * @param spent what is held for the member's bags and was charged for them
 */
public record ProjectMember(
    UserId user,
    ProjectRole role,
    boolean isMember,
    boolean isInvited,
    Optional<Money> limit,
    Money spent) {}
