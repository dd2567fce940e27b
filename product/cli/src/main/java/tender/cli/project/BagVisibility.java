package tender.cli.project;

import java.util.Locale;

/** The users who see a bag of a project. */
enum BagVisibility {
  /** The user who submitted a bag. */
  SUBMITTER,
  /** All members of the project. */
  MEMBERS;

  /** The name as typed on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
