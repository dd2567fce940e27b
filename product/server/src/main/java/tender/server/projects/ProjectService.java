package tender.server.projects;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tender.core.model.Money;
import tender.server.api.ApiException;
import tender.server.api.ProjectApi;
import tender.server.api.view.ProjectView;
import tender.server.model.Access;
import tender.server.model.Project;
import tender.server.model.ProjectBag;
import tender.server.model.ProjectId;
import tender.server.model.ProjectMember;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.ProjectUsage;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/** Projects in the database. */
public final class ProjectService implements ProjectApi {
  private static final int MAX_TITLE_LENGTH = 200;
  private static final int MAX_GROUPS = 50;
  private static final int MAX_GROUP_LENGTH = 200;

  private final Database database;

  public ProjectService(Database database) {
    this.database = database;
  }

  @Override
  public List<Project> list(Access access) {
    return mapErrors(() -> database.projects().list(access.user(), access.mayAudit()));
  }

  private Project require(Access access, ProjectId project) {
    return mapErrors(() -> database.projects().find(project, access.user()))
        .filter(found -> found.role().isPresent() || access.mayAudit())
        .orElseThrow(() -> notFound(project));
  }

  private static ApiException notFound(ProjectId project) {
    return ApiException.notFound(
        "You have no project " + project + ".",
        "List your projects with tender project list or GET /v1/projects.");
  }

  private static boolean isManager(Project project) {
    return project.role().filter(ProjectRole.MANAGER::equals).isPresent();
  }

  /** The project, if the user may change its members. */
  private void requireManager(Access access, ProjectId project) {
    Project found = require(access, project);
    if (!isManager(found) && !access.mayOperate()) {
      throw ApiException.refused(
          "You are not a manager of project " + project + ".",
          "Ask one of its managers, or an operator of the market.");
    }
  }

  private static void requireOperator(Access access) {
    if (!access.mayOperate()) {
      throw ApiException.refused(
          "Only operators create, change and fund projects.", "Ask an operator of the market.");
    }
  }

  @Override
  public ProjectView find(Access access, ProjectId id) {
    Project project = require(access, id);
    return mapErrors(
        () -> {
          Optional<ProjectMember> own = database.projectMembers().find(id, access.user());
          return new ProjectView(
              project,
              own,
              isManager(project) || access.mayAudit()
                  ? database.projectMembers().list(id)
                  : own.stream().toList(),
              isManager(project) || access.mayOperate(),
              database.projects().warnings(id));
        });
  }

  @Override
  public void create(
      Access operator, ProjectId project, ProjectSettings settings, Optional<UserId> manager) {
    requireOperator(operator);
    requireValid(settings);
    mapErrors(
        () -> {
          if (!database.projects().create(project, settings)
              && !database
                  .projects()
                  .find(project, operator.user())
                  .filter(same -> same.settings().equals(settings))
                  .isPresent()) {
            throw ApiException.conflict(
                "There is a project " + project + ".", "Choose another id, or change the project.");
          }
          return project;
        });
    manager.ifPresent(user -> addMember(operator, project, user, ProjectRole.MANAGER));
  }

  @Override
  public void change(Access operator, ProjectId project, ProjectSettings settings) {
    requireOperator(operator);
    requireValid(settings);
    if (!mapErrors(() -> database.projects().change(project, settings))) {
      throw notFound(project);
    }
  }

  private static void requireValid(ProjectSettings settings) {
    if (settings.title().isBlank() || settings.title().length() > MAX_TITLE_LENGTH) {
      throw ApiException.invalid(
          "The title has %d characters; it must have 1 to %d."
              .formatted(settings.title().length(), MAX_TITLE_LENGTH),
          "Choose a title that the members recognise.");
    }
    if (Stream.concat(Stream.of(settings.title()), settings.groups().stream())
        .anyMatch(text -> text.chars().anyMatch(Character::isISOControl))) {
      throw ApiException.invalid(
          "The title or the name of a group has control characters.", "Remove them.");
    }
    if (settings.endsMillis().isPresent()
        && settings.endsMillis().getAsLong() <= settings.startsMillis()) {
      throw ApiException.invalid(
          "The project would end before it starts.", "Choose an end after the start.");
    }
    if (settings.groups().size() > MAX_GROUPS
        || settings.groups().stream()
            .anyMatch(group -> group.isBlank() || group.length() > MAX_GROUP_LENGTH)) {
      throw ApiException.invalid(
          "A project has at most %d groups, with names of 1 to %d characters."
              .formatted(MAX_GROUPS, MAX_GROUP_LENGTH),
          "Use the names that the identity provider sends.");
    }
  }

  @Override
  public void deposit(Access operator, ProjectId project, Money amount, String key) {
    requireOperator(operator);
    AccountId account = AccountId.of(project);
    String transfer = "project/" + project + "/deposit/" + key;
    Optional<Ledger.Rejection> rejection =
        mapErrors(() -> database.ledger().deposit(account, amount, transfer));
    switch (rejection.orElse(null)) {
      case null -> {}
      case NO_ACCOUNT -> throw notFound(project);
      case INSUFFICIENT_FUNDS ->
          throw ApiException.conflict(
              "Project " + project + " has less than this that is neither held nor spent.",
              "Withdraw less; tender project show says how much is left.");
    }
    if (!mapErrors(() -> database.ledger().isDeposit(account, amount, transfer))) {
      throw ApiException.conflict(
          "The idempotency key was used for another deposit.", "Use a new key for each deposit.");
    }
  }

  @Override
  public void addMember(Access access, ProjectId project, UserId user, ProjectRole role) {
    requireManager(access, project);
    if (!mapErrors(() -> database.projectMembers().add(project, user, role))) {
      throw ApiException.invalid(
          "There is no user " + user + ".",
          "Ask an operator to add the user; with single sign-on, the first login does.");
    }
  }

  @Override
  public void setLimit(Access access, ProjectId project, UserId user, Optional<Money> limit) {
    requireManager(access, project);
    if (!mapErrors(() -> database.projectMembers().setLimit(project, user, limit))) {
      throw noMember(project, user);
    }
  }

  @Override
  public void removeMember(Access access, ProjectId project, UserId user) {
    requireManager(access, project);
    if (!mapErrors(() -> database.projectMembers().remove(project, user))) {
      throw noMember(project, user);
    }
  }

  private static ApiException noMember(ProjectId project, UserId user) {
    return ApiException.notFound(
        "Project %s has no member %s.".formatted(project, user),
        "See its members with tender project show.");
  }

  @Override
  public List<ProjectUsage> usage(Access access, ProjectId id, LocalDate from, LocalDate until) {
    Project project = require(access, id);
    Optional<UserId> only =
        isManager(project) || access.mayAudit() ? Optional.empty() : Optional.of(access.user());
    return mapErrors(() -> database.projects().usage(id, only, from, until));
  }

  @Override
  public List<ProjectBag> bags(Access access, ProjectId id, int limit) {
    Project project = require(access, id);
    Optional<UserId> only =
        project.settings().showsBags() ? Optional.empty() : Optional.of(access.user());
    return mapErrors(() -> database.projectSubmissions().list(id, only, limit));
  }
}
