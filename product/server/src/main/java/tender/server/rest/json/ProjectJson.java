package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tender.core.model.Money;
import tender.server.api.view.ProjectView;
import tender.server.model.Project;
import tender.server.model.ProjectBag;
import tender.server.model.ProjectMember;
import tender.server.model.ProjectQuotas;
import tender.server.model.ProjectRole;
import tender.server.model.ProjectSettings;
import tender.server.model.ProjectUsage;
import tender.server.model.ProjectWarning;

/**
 * A project as JSON.
 *
 * @param budget what was deposited; {@code available} and {@code held} are parts of it
 * @param role of the user; null for an operator or auditor who is not a member
 */
public record ProjectJson(
    String id,
    String title,
    Instant starts,
    @Nullable Instant ends,
    boolean showsBags,
    List<String> groups,
    QuotasJson quotas,
    String budget,
    String available,
    String held,
    @Nullable String role) {

  /** Quotas; null where those of the market hold. */
  public record QuotasJson(
      @Nullable Integer openBags, @Nullable Long openTasks, @Nullable Long storedBytes) {
    static QuotasJson of(ProjectQuotas quotas) {
      return new QuotasJson(
          quotas.openBags().isPresent() ? quotas.openBags().getAsInt() : null,
          orNull(quotas.openTasks()),
          orNull(quotas.storedBytes()));
    }
  }

  /** A member, or a former one who has spent something. */
  public record MemberJson(
      String user,
      String role,
      boolean isMember,
      boolean invited,
      @Nullable String limit,
      String spent) {
    static MemberJson of(ProjectMember member) {
      return new MemberJson(
          member.user().value(),
          member.role().text(),
          member.isMember(),
          member.isInvited(),
          member.limit().map(Money::toString).orElse(null),
          member.spent().toString());
    }
  }

  /** A warning about the budget. */
  public record WarningJson(Instant at, int percent, String budget, String available) {
    static WarningJson of(ProjectWarning warning) {
      return new WarningJson(
          Instant.ofEpochMilli(warning.atMillis()),
          warning.percent(),
          warning.budget().toString(),
          warning.balance().toString());
    }
  }

  /** A project with what its user may see. */
  public record DetailJson(
      ProjectJson project,
      @Nullable MemberJson own,
      List<MemberJson> members,
      boolean mayManage,
      List<WarningJson> warnings) {}

  /** A row of the usage. */
  public record UsageJson(
      String day, String user, String provider, String charged, String penalties) {
    public static UsageJson of(ProjectUsage usage) {
      return new UsageJson(
          usage.day().toString(),
          usage.user().value(),
          usage.provider().value(),
          usage.charged().toString(),
          usage.penalties().toString());
    }
  }

  /** A bag of a project. */
  public record BagJson(String id, String user, String name, Instant submitted) {
    public static BagJson of(ProjectBag bag) {
      return new BagJson(
          bag.bag().value(),
          bag.user().value(),
          bag.name(),
          Instant.ofEpochMilli(bag.createdMillis()));
    }
  }

  public static ProjectJson of(Project project) {
    ProjectSettings settings = project.settings();
    return new ProjectJson(
        project.id().value(),
        settings.title(),
        Instant.ofEpochMilli(settings.startsMillis()),
        Optional.ofNullable(orNull(settings.endsMillis())).map(Instant::ofEpochMilli).orElse(null),
        settings.showsBags(),
        settings.groups(),
        QuotasJson.of(settings.quotas()),
        project.budget().toString(),
        project.balance().toString(),
        project.held().toString(),
        project.role().map(ProjectRole::text).orElse(null));
  }

  public static DetailJson of(ProjectView view) {
    return new DetailJson(
        of(view.project()),
        view.own().map(MemberJson::of).orElse(null),
        view.members().stream().map(MemberJson::of).toList(),
        view.mayManage(),
        view.warnings().stream().map(WarningJson::of).toList());
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
