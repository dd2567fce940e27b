package tender.server.api.view;

import java.util.List;

/**
 * The public track record of a provider over all promises. It names no users, bags or dates, and
 * not how early a part ended, because that would reveal the provider's load.
 *
 * @param won the number of promises in which it has a part
 * @param lost the number of promises for which its offers were not used
 * @param lateMillis by how much it was late, most recent promises first; at most a hundred
 */
public record ProviderRecord(ProviderView provider, int won, int lost, List<Long> lateMillis) {
  public ProviderRecord {
    lateMillis = List.copyOf(lateMillis);
  }
}
