package tender.server.model;

import java.util.List;
import java.util.Optional;
import tender.core.model.ProviderId;

/**
 * What remains of a deleted bag.
 *
 * @param providers which may still hold data of it, and delete that when they ask next
 * @param siteResults results that stay at sites, as the bag file says; these are not deleted
 * @param transfers how many entries of the ledger name the bag
 */
public record RemainingData(
    List<ProviderId> providers, Optional<SiteCopy> siteResults, int transfers) {
  public RemainingData {
    providers = List.copyOf(providers);
  }

  /**
   * Results at sites.
   *
   * @param folder such as {@code site:scratch/run1/BAG}
   * @param providers that ran parts of the bag
   */
  public record SiteCopy(String folder, List<ProviderId> providers) {
    public SiteCopy {
      providers = List.copyOf(providers);
    }
  }
}
