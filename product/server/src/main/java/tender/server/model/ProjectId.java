package tender.server.model;

import java.util.regex.Pattern;

/** Identifies a project: users who share a budget. */
public record ProjectId(String value) {
  private static final Pattern VALID = Pattern.compile("[a-z0-9][a-z0-9-]{0,59}");

  public ProjectId {
    if (!VALID.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "A project's id has 1 to 60 lower-case letters, digits and hyphens, and begins with a"
              + " letter or a digit.");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
