package tender.server.api;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tender.core.model.Money;
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

/** Projects in memory, without bags. Every user exists whose name does not begin with "unknown". */
public final class InMemoryProjects implements ProjectApi {
  private final Map<String, State> projects = new TreeMap<>();

  private static final class State {
    private ProjectSettings settings;
    private Money budget = Money.ZERO;
    private final Map<String, Money> deposits = new TreeMap<>();
    private final Map<String, ProjectMember> members = new TreeMap<>();

    private State(ProjectSettings settings) {
      this.settings = settings;
    }

    private Project view(ProjectId id, UserId reader) {
      return new Project(
          id,
          settings,
          budget,
          budget,
          Money.ZERO,
          Optional.ofNullable(members.get(reader.value())).map(ProjectMember::role));
    }
  }

  @Override
  public synchronized List<Project> list(Access access) {
    return projects.entrySet().stream()
        .map(entry -> entry.getValue().view(new ProjectId(entry.getKey()), access.user()))
        .filter(project -> project.role().isPresent() || access.mayAudit())
        .toList();
  }

  private State require(Access access, ProjectId project) {
    return Optional.ofNullable(projects.get(project.value()))
        .filter(state -> state.members.containsKey(access.user().value()) || access.mayAudit())
        .orElseThrow(() -> notFound(project));
  }

  private static ApiException notFound(ProjectId project) {
    return ApiException.notFound("You have no project " + project + ".", "List your projects.");
  }

  private State managed(Access access, ProjectId project) {
    State state = require(access, project);
    if (!isManager(state, access) && !access.mayOperate()) {
      throw ApiException.refused("You are not a manager of project " + project + ".", "Ask one.");
    }
    return state;
  }

  private static boolean isManager(State state, Access access) {
    ProjectMember member = state.members.get(access.user().value());
    return member != null && member.role() == ProjectRole.MANAGER;
  }

  @Override
  public synchronized ProjectView find(Access access, ProjectId id) {
    State state = require(access, id);
    Optional<ProjectMember> own = Optional.ofNullable(state.members.get(access.user().value()));
    return new ProjectView(
        state.view(id, access.user()),
        own,
        isManager(state, access) || access.mayAudit()
            ? List.copyOf(state.members.values())
            : own.stream().toList(),
        isManager(state, access) || access.mayOperate(),
        List.of());
  }

  private static void requireOperator(Access access) {
    if (!access.mayOperate()) {
      throw ApiException.refused("Only operators create, change and fund projects.", "Ask one.");
    }
  }

  @Override
  public synchronized void create(
      Access operator, ProjectId project, ProjectSettings settings, Optional<UserId> manager) {
    requireOperator(operator);
    State existing = projects.putIfAbsent(project.value(), new State(settings));
    if (existing != null && !existing.settings.equals(settings)) {
      throw ApiException.conflict("There is a project " + project + ".", "Choose another id.");
    }
    manager.ifPresent(user -> addMember(operator, project, user, ProjectRole.MANAGER));
  }

  @Override
  public synchronized void change(Access operator, ProjectId project, ProjectSettings settings) {
    requireOperator(operator);
    require(operator, project).settings = settings;
  }

  @Override
  public synchronized void deposit(Access operator, ProjectId project, Money amount, String key) {
    requireOperator(operator);
    State state = require(operator, project);
    if (state.deposits.containsKey(key)) {
      if (!amount.equals(state.deposits.get(key))) {
        throw ApiException.conflict("The key was used for another deposit.", "Use a new key.");
      }
      return;
    }
    Money after = state.budget.plus(amount);
    if (after.millicredits() < 0) {
      throw ApiException.conflict("Project " + project + " has less than this.", "Withdraw less.");
    }
    state.deposits.put(key, amount);
    state.budget = after;
  }

  @Override
  public synchronized void addMember(
      Access access, ProjectId project, UserId user, ProjectRole role) {
    State state = managed(access, project);
    if (user.value().startsWith("unknown")) {
      throw ApiException.invalid("There is no user " + user + ".", "Ask an operator.");
    }
    Optional<Money> limit =
        Optional.ofNullable(state.members.get(user.value())).flatMap(ProjectMember::limit);
    state.members.put(user.value(), new ProjectMember(user, role, true, true, limit, Money.ZERO));
  }

  private static ProjectMember member(State state, ProjectId project, UserId user) {
    return Optional.ofNullable(state.members.get(user.value()))
        .orElseThrow(
            () ->
                ApiException.notFound(
                    "Project %s has no member %s.".formatted(project, user), "See its members."));
  }

  @Override
  public synchronized void setLimit(
      Access access, ProjectId project, UserId user, Optional<Money> limit) {
    State state = managed(access, project);
    ProjectMember member = member(state, project, user);
    state.members.put(
        user.value(),
        new ProjectMember(user, member.role(), true, member.isInvited(), limit, Money.ZERO));
  }

  @Override
  public synchronized void removeMember(Access access, ProjectId project, UserId user) {
    State state = managed(access, project);
    member(state, project, user);
    state.members.remove(user.value());
  }

  @Override
  public synchronized List<ProjectUsage> usage(
      Access access, ProjectId project, LocalDate from, LocalDate until) {
    require(access, project);
    return List.of();
  }

  @Override
  public synchronized List<ProjectBag> bags(Access access, ProjectId project, int limit) {
    require(access, project);
    return List.of();
  }
}
