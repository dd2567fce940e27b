package tender.core.model;

/** Names a provider within a market. */
public record ProviderId(String value) implements Comparable<ProviderId> {
  public ProviderId {
    ValueChecks.id(value, "A provider's id");
  }

  /** Ids that are decimal numbers order as numbers. */
  @Override
  public int compareTo(ProviderId other) {
    return ValueChecks.compareIds(value, other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
