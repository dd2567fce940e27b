package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import tender.server.model.Project;
import tender.server.model.ProjectMember;
import tender.server.model.ProjectWarning;

/**
 * A project as a user sees it.
 *
 * @param own the user's share; empty for an operator or auditor who is not a member
 * @param members all members for a manager, an operator or an auditor, else only the user
 * @param mayManage whether the user may invite and remove members
 * @param warnings about the budget, newest first
 */
public record ProjectView(
    Project project,
    Optional<ProjectMember> own,
    List<ProjectMember> members,
    boolean mayManage,
    List<ProjectWarning> warnings) {
  public ProjectView {
    members = List.copyOf(members);
    warnings = List.copyOf(warnings);
  }
}
