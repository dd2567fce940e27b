package tender.server.store.bags;

import tender.core.model.BagId;
import tender.server.model.ListedWork;
import tender.server.model.Requirements;

/** What views of a bag show of its submission. */
public record ListedSubmission(BagId bag, String name, ListedWork work, Requirements requirements) {

  /** A copy with other requirements. */
  public ListedSubmission withRequirements(Requirements other) {
    return new ListedSubmission(bag, name, work, other);
  }
}
