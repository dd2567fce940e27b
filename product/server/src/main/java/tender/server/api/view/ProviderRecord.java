package tender.server.api.view;

import java.util.List;

/**
 * How a provider kept its word and how its offers fared, as everybody may know it: of all promises
 * together, never who gave it what or when, and never how early it was, for that tells its load.
 *
 * @param won in how many promises it has a part
 * @param lost in how many it offered something and got nothing
 * @param lateMillis by how much it was late, the latest promises first; at most a hundred
 */
public record ProviderRecord(ProviderView provider, int won, int lost, List<Long> lateMillis) {
  public ProviderRecord {
    lateMillis = List.copyOf(lateMillis);
  }
}
