package tender.server.model;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How much of a market the members of a project may use together at the same time.
 *
 * @param openBags how many of its bags may be open
 * @param openTasks how many tasks its open bags may have
 * @param storedBytes how much the inputs and results of its bags may take
 */
public record ProjectQuotas(
    OptionalInt openBags, OptionalLong openTasks, OptionalLong storedBytes) {
  /** Of a project without limits of its own. */
  public static final ProjectQuotas NONE =
      new ProjectQuotas(OptionalInt.empty(), OptionalLong.empty(), OptionalLong.empty());

  /** Quotas of a market for a project that has none of its own. */
  public ProjectQuotas orElse(ProjectQuotas others) {
    return new ProjectQuotas(
        openBags.isPresent() ? openBags : others.openBags,
        openTasks.isPresent() ? openTasks : others.openTasks,
        storedBytes.isPresent() ? storedBytes : others.storedBytes);
  }
}
