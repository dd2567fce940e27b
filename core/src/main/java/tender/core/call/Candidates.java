package tender.core.call;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import tender.core.model.ProviderId;

/**
 * Those of a selector's providers that a bag may call. They are positions in the list of providers,
 * so that a bag can exclude a few of many without a list of the others.
 */
public final class Candidates {
  private final ProviderIndex providers;
  private final BitSet positions;

  private Candidates(ProviderIndex providers, BitSet positions) {
    this.providers = providers;
    this.positions = positions;
  }

  static Candidates allOf(ProviderIndex providers) {
    BitSet positions = new BitSet(providers.size());
    positions.set(0, providers.size());
    return new Candidates(providers, positions);
  }

  /** Those that are not among the given providers. */
  public Candidates without(Collection<ProviderId> excluded) {
    if (excluded.isEmpty()) {
      return this;
    }
    BitSet rest = (BitSet) positions.clone();
    for (ProviderId provider : excluded) {
      providers.position(provider).ifPresent(rest::clear);
    }
    return new Candidates(providers, rest);
  }

  /** Those that are among the given providers. */
  public Candidates only(Collection<ProviderId> included) {
    BitSet kept = new BitSet(providers.size());
    for (ProviderId provider : included) {
      providers.position(provider).ifPresent(kept::set);
    }
    kept.and(positions);
    return new Candidates(providers, kept);
  }

  public int size() {
    return positions.cardinality();
  }

  public boolean isEmpty() {
    return positions.isEmpty();
  }

  /** The candidates, in the order in which they are preferred if their offers are equal. */
  public List<ProviderId> toList() {
    return providers.ids(positions);
  }

  /** Must not be modified. */
  BitSet positions() {
    return positions;
  }
}
