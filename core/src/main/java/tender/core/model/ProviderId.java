package tender.core.model;

import tender.core.check.ValueChecks;

/** Identifies a provider within a market. */
public record ProviderId(String value) implements Comparable<ProviderId> {
  public ProviderId {
    ValueChecks.id(value, "A provider's id");
  }

  /** Orders ids that are decimal numbers as numbers. */
  @Override
  public int compareTo(ProviderId other) {
    return ValueChecks.compareIds(value, other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
