package tender.cli.project;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.bagfile.reader.TimeText;
import tender.cli.client.ProjectClient;
import tender.cli.client.response.ProjectResponse;

/** The options for the settings of a project. */
final class ProjectSettingsOptions {
  private static final String NONE = "none";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--title",
      paramLabel = "TITLE",
      description = "The title of the project. Default of a new one: its id.")
  private @Nullable String title;

  @Option(
      names = "--starts",
      paramLabel = "TIME",
      description = "No bag is accepted before. Default of a new project: now.")
  private @Nullable String starts;

  @Option(
      names = "--ends",
      paramLabel = "TIME",
      description = "No bag is accepted from then on; none: no end, the default of a new project.")
  private @Nullable String ends;

  @Option(
      names = "--bags-seen-by",
      paramLabel = "WHO",
      description =
          "The users who see a bag: submitter, the default of a new project, or all members.")
  private @Nullable BagVisibility bagsSeenBy;

  @Option(
      names = "--groups",
      paramLabel = "GROUP",
      split = ",",
      description =
          "Groups of the identity provider whose people are members; none: no groups, the default.")
  private @Nullable List<String> groups;

  @Option(
      names = "--open-bags",
      paramLabel = "N",
      description = "How many of its bags may be open; 0: as the market sets for all projects.")
  private @Nullable Integer openBags;

  @Option(
      names = "--open-tasks",
      paramLabel = "N",
      description = "How many tasks they may have together; 0: as the market sets.")
  private @Nullable Long openTasks;

  @Option(
      names = "--stored-bytes",
      paramLabel = "BYTES",
      description = "How much the inputs and results of its bags may take; 0: as the market sets.")
  private @Nullable Long storedBytes;

  /** The settings of a new project. */
  ProjectClient.Settings ofNew(String id) {
    return new ProjectClient.Settings(
        title == null ? id : title,
        starts == null ? null : instant("--starts", starts),
        endsOr(null),
        bagsSeenBy == BagVisibility.MEMBERS,
        groupsOr(List.of()),
        quotas(new ProjectResponse.Quotas(null, null, null)));
  }

  /** The settings of a project, with those that are given replaced. */
  ProjectClient.Settings changed(ProjectResponse.Project before) {
    return new ProjectClient.Settings(
        title == null ? before.title() : title,
        starts == null ? before.starts() : instant("--starts", starts),
        endsOr(before.ends()),
        bagsSeenBy == null ? before.showsBags() : bagsSeenBy == BagVisibility.MEMBERS,
        groupsOr(before.groups()),
        quotas(before.quotas()));
  }

  private @Nullable Instant endsOr(@Nullable Instant otherwise) {
    if (ends == null) {
      return otherwise;
    }
    return ends.equals(NONE) ? null : instant("--ends", ends);
  }

  private List<String> groupsOr(List<String> otherwise) {
    if (groups == null) {
      return otherwise;
    }
    return groups.equals(List.of(NONE)) ? List.of() : groups;
  }

  private ProjectResponse.Quotas quotas(ProjectResponse.Quotas before) {
    return new ProjectResponse.Quotas(
        openBags == null ? before.openBags() : orMarkets(openBags),
        openTasks == null ? before.openTasks() : orMarkets(openTasks),
        storedBytes == null ? before.storedBytes() : orMarkets(storedBytes));
  }

  /** Without a quota of the project, that of the market holds. */
  private static <N extends Number> @Nullable N orMarkets(N quota) {
    return quota.longValue() == 0 ? null : quota;
  }

  private Instant instant(String option, String text) {
    Optional<Instant> instant = TimeText.instant(text, Clock.system(ZoneId.systemDefault()));
    return instant.orElseThrow(
        () ->
            new ParameterException(
                command.commandLine(),
                "%s is '%s', which is not a time. Write %s"
                    .formatted(option, text, TimeText.DEADLINE_FORMATS)));
  }
}
