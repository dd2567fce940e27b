package tender.cli.project;

import java.util.Objects;
import tender.cli.client.response.ProjectResponse;
import tender.cli.client.response.ProjectResponse.Member;
import tender.cli.client.response.ProjectResponse.Project;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** A project as text. */
final class ProjectReport {
  private ProjectReport() {}

  static void print(TextPage page, ProjectResponse view) {
    Project project = view.project();
    page.headline(
        view.warnings().isEmpty(),
        Printable.of(project.title()) + " (" + Printable.of(project.id()) + ")");
    page.line(
        "Budget: %s credits, of which %s are available and %s are held for bags that run."
            .formatted(project.budget(), project.available(), project.held()));
    page.line(
        "Bags are accepted from %s %s."
            .formatted(
                TimeFormat.local(project.starts()),
                project.ends() == null
                    ? "without an end"
                    : "until " + TimeFormat.local(project.ends())));
    page.line(
        project.showsBags()
            ? "Members see the bags of other members."
            : "Members see only their own bags.");
    if (!project.groups().isEmpty()) {
      page.line(
          "People of these groups are members: "
              + Printable.of(String.join(", ", project.groups()))
              + ".");
    }
    if (view.own() != null) {
      page.line(
          "You have spent %s credits of %s."
              .formatted(
                  view.own().spent(),
                  view.own().limit() == null ? "the budget" : "at most " + view.own().limit()));
    }
    view.warnings()
        .forEach(
            warning ->
                page.line(
                    "Warning: on %s, %d %% of the budget of %s were held or spent."
                        .formatted(
                            TimeFormat.local(warning.at()), warning.percent(), warning.budget())));
    if (view.members().size() > 1 || view.mayManage()) {
      page.section(
          "Members",
          new Table<Member>()
              .text("USER", member -> Printable.of(member.user()))
              .text("ROLE", member -> member.isMember() ? member.role() : "removed")
              .text("BY", member -> member.invited() || !member.isMember() ? "" : "group")
              .number("SPENT", Member::spent)
              .number("LIMIT", member -> Objects.requireNonNullElse(member.limit(), "–")),
          view.members());
    }
  }
}
