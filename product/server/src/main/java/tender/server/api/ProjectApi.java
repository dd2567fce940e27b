package tender.server.api;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import tender.core.model.Money;
import tender.server.api.view.ProjectView;
import tender.server.model.Access;
import tender.server.model.Project;
import tender.server.model.ProjectBag;
import tender.server.model.ProjectId;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.ProjectUsage;
import tender.server.model.UserId;

/**
 * Projects: users who share a budget. Every method may throw an {@link ApiException}; a project of
 * which the user is not a member counts as not found, except for operators and auditors. All
 * methods that change something are idempotent.
 */
public interface ProjectApi {
  /** The projects of the user; of an operator or auditor all. */
  List<Project> list(Access access);

  /** A project, with its members if the user manages it or may look at everything. */
  ProjectView find(Access access, ProjectId project);

  /**
   * Creates a project with an empty account.
   *
   * @param operator must be one
   * @param manager the user that invites the members; empty to name one later
   */
  void create(
      Access operator, ProjectId project, ProjectSettings settings, Optional<UserId> manager);

  /** Replaces the settings of a project. */
  void change(Access operator, ProjectId project, ProjectSettings settings);

  /**
   * Deposits money to the budget, or withdraws it if the amount is negative.
   *
   * @param key makes a repeated request have no second effect
   */
  void deposit(Access operator, ProjectId project, Money amount, String key);

  /**
   * Makes a user a member, or changes the role of one.
   *
   * @param access of a manager or an operator, like that of the next two
   */
  void addMember(Access access, ProjectId project, UserId user, ProjectRole role);

  /** Sets the most that a member may spend; empty if without limit. */
  void setLimit(Access access, ProjectId project, UserId user, Optional<Money> limit);

  /** Removes a member, whose bags that run are not affected. */
  void removeMember(Access access, ProjectId project, UserId user);

  /**
   * Usage by day, member and provider: of a member the own one, of a manager that of all.
   *
   * @param until the day after the last one
   */
  List<ProjectUsage> usage(Access access, ProjectId project, LocalDate from, LocalDate until);

  /** The newest bags: of a member the own ones, and those of others if the project shows them. */
  List<ProjectBag> bags(Access access, ProjectId project, int limit);
}
