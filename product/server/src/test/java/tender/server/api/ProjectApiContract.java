package tender.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.server.api.ApiException.Kind;
import tender.server.model.Access;
import tender.server.model.AccessScope;
import tender.server.model.Project;
import tender.server.model.ProjectId;
import tender.server.model.ProjectMember;
import tender.server.model.ProjectQuotas;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.Role;
import tender.server.model.UserId;

/** The contract of every implementation of {@link ProjectApi}. */
public abstract class ProjectApiContract {
  protected static final UserId ANN = new UserId("ann");
  protected static final UserId BEN = new UserId("ben");
  protected static final UserId OSCAR = new UserId("oscar");
  private static final UserId UNKNOWN = new UserId("unknown");
  private static final ProjectId PHYSICS = new ProjectId("physics");
  private static final ProjectSettings SETTINGS =
      new ProjectSettings("Physics", 0, OptionalLong.empty(), false, List.of(), ProjectQuotas.NONE);
  private static final LocalDate DAY = LocalDate.of(2026, 11, 19);

  private static final Access MANAGER = access(ANN, Role.USER);
  private static final Access MEMBER = access(BEN, Role.USER);
  private static final Access OPERATOR = access(OSCAR, Role.OPERATOR);
  private static final Access AUDITOR = access(OSCAR, Role.AUDITOR);
  private static final Access STRANGER = access(OSCAR, Role.USER);

  /** An implementation that knows all users but the unknown one. */
  protected abstract ProjectApi api();

  private static Access access(UserId user, Role role) {
    return Access.ofToken(user, AccessScope.ADMIN, role, OptionalLong.empty());
  }

  @BeforeEach
  void createProject() {
    api().create(OPERATOR, PHYSICS, SETTINGS, Optional.of(ANN));
    api().create(OPERATOR, PHYSICS, SETTINGS, Optional.of(ANN));
    api().addMember(MANAGER, PHYSICS, BEN, ProjectRole.MEMBER);
  }

  private static void assertKind(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  @Test
  void membersSeeTheirOwnShareAndManagersAll() {
    assertThat(api().find(MEMBER, PHYSICS).members())
        .extracting(ProjectMember::user)
        .containsExactly(BEN);
    assertThat(api().find(MEMBER, PHYSICS).mayManage()).isFalse();
    for (Access all : List.of(MANAGER, OPERATOR, AUDITOR)) {
      assertThat(api().find(all, PHYSICS).members())
          .extracting(ProjectMember::user)
          .containsExactly(ANN, BEN);
      assertThat(api().find(all, PHYSICS).mayManage()).isEqualTo(!all.equals(AUDITOR));
    }
    assertThat(api().list(MEMBER)).extracting(Project::id).containsExactly(PHYSICS);
    assertThat(api().list(AUDITOR)).hasSize(1);
    assertThat(api().list(STRANGER)).isEmpty();
  }

  @Test
  void strangersFindNothing() {
    for (ProjectId project : List.of(PHYSICS, new ProjectId("none"))) {
      assertKind(Kind.NOT_FOUND, () -> api().find(STRANGER, project));
      assertKind(Kind.NOT_FOUND, () -> api().usage(STRANGER, project, DAY, DAY.plusDays(1)));
      assertKind(Kind.NOT_FOUND, () -> api().bags(STRANGER, project, 10));
      assertKind(Kind.NOT_FOUND, () -> api().addMember(STRANGER, project, BEN, ProjectRole.MEMBER));
      assertKind(Kind.NOT_FOUND, () -> api().removeMember(STRANGER, project, BEN));
      assertKind(Kind.NOT_FOUND, () -> api().setLimit(STRANGER, project, BEN, Optional.empty()));
    }
  }

  @Test
  void onlyManagersAndOperatorsChangeMembers() {
    for (Access other : List.of(MEMBER, AUDITOR)) {
      assertKind(Kind.REFUSED, () -> api().addMember(other, PHYSICS, OSCAR, ProjectRole.MEMBER));
      assertKind(Kind.REFUSED, () -> api().removeMember(other, PHYSICS, BEN));
      assertKind(Kind.REFUSED, () -> api().setLimit(other, PHYSICS, BEN, Optional.empty()));
    }
    assertKind(Kind.INVALID, () -> api().addMember(MANAGER, PHYSICS, UNKNOWN, ProjectRole.MEMBER));
    assertKind(Kind.NOT_FOUND, () -> api().setLimit(MANAGER, PHYSICS, OSCAR, Optional.empty()));

    api().setLimit(MANAGER, PHYSICS, BEN, Optional.of(new Money(5)));
    api().addMember(OPERATOR, PHYSICS, BEN, ProjectRole.MANAGER);
    assertThat(api().find(MEMBER, PHYSICS).own().orElseThrow())
        .isEqualTo(
            new ProjectMember(
                BEN, ProjectRole.MANAGER, true, true, Optional.of(new Money(5)), Money.ZERO));
    api().removeMember(OPERATOR, PHYSICS, BEN);
    assertKind(Kind.NOT_FOUND, () -> api().removeMember(OPERATOR, PHYSICS, BEN));
    assertKind(Kind.NOT_FOUND, () -> api().find(MEMBER, PHYSICS));
  }

  @Test
  void onlyOperatorsCreateChangeAndFundProjects() {
    for (Access other : List.of(MANAGER, AUDITOR)) {
      assertKind(
          Kind.REFUSED,
          () -> api().create(other, new ProjectId("own"), SETTINGS, Optional.empty()));
      assertKind(Kind.REFUSED, () -> api().change(other, PHYSICS, SETTINGS));
      assertKind(Kind.REFUSED, () -> api().deposit(other, PHYSICS, new Money(1), "k"));
    }
    ProjectSettings other =
        new ProjectSettings(
            "Chemistry", 0, OptionalLong.empty(), true, List.of("lab"), ProjectQuotas.NONE);
    assertKind(Kind.CONFLICT, () -> api().create(OPERATOR, PHYSICS, other, Optional.empty()));
    api().change(OPERATOR, PHYSICS, other);
    assertThat(api().find(MEMBER, PHYSICS).project().settings()).isEqualTo(other);

    api().deposit(OPERATOR, PHYSICS, new Money(100), "k");
    api().deposit(OPERATOR, PHYSICS, new Money(100), "k");
    // Else the operator would take it for done.
    assertKind(Kind.CONFLICT, () -> api().deposit(OPERATOR, PHYSICS, new Money(200), "k"));
    assertKind(Kind.CONFLICT, () -> api().deposit(OPERATOR, PHYSICS, new Money(-101), "too much"));
    api().deposit(OPERATOR, PHYSICS, new Money(-30), "back");
    assertThat(api().find(MEMBER, PHYSICS).project().budget()).isEqualTo(new Money(70));
  }
}
