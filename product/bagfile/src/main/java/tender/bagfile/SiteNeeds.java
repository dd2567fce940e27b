package tender.bagfile;

import java.util.List;
import java.util.Optional;

/**
 * What the tasks of a bag need of a provider's own file system.
 *
 * @param inputs data that the provider has
 * @param results where outputs stay; empty: they come back
 */
public record SiteNeeds(List<SiteInput> inputs, Optional<SiteResults> results) {
  public SiteNeeds {
    inputs = List.copyOf(inputs);
  }

  /** Of a bag. */
  public static SiteNeeds of(WorkOrder order) {
    return new SiteNeeds(order.neededSiteInputs(), order.resultOptions().site());
  }
}
