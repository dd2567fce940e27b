package tender.server.model;

import java.util.Optional;
import tender.core.model.Money;

/**
 * A project with its account.
 *
 * @param budget what was deposited, less what was withdrawn
 * @param balance what is neither held nor spent
 * @param held what is held for bags that run
 * @param role of the user who reads it; empty if the user is not a member
 */
public record Project(
    ProjectId id,
    ProjectSettings settings,
    Money budget,
    Money balance,
    Money held,
    Optional<ProjectRole> role) {}
