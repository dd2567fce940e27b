package tender.server.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * What an operator sets for a project.
 *
 * @param startsMillis before this time no bag is accepted
 * @param endsMillis nor after this one; empty if the project has no end
 * @param showsBags whether members may see the bags of other members
 * @param groups groups of the identity provider whose people are members
 */
public record ProjectSettings(
    String title,
    long startsMillis,
    OptionalLong endsMillis,
    boolean showsBags,
    List<String> groups,
    ProjectQuotas quotas) {
  public ProjectSettings {
    // In the order in which they are stored, so that equal settings are recognised.
    groups = groups.stream().distinct().sorted().toList();
  }
}
