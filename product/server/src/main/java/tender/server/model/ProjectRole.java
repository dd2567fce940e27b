package tender.server.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a member may do in a project. */
public enum ProjectRole {
  /** May submit bags for the project. */
  MEMBER,
  /** May also invite and remove members, and set their limits. */
  MANAGER;

  /** The name in the database, in REST and in commands. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<ProjectRole> of(String text) {
    return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
  }
}
