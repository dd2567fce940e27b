package tender.core.model;

/** Names a bag within a market. */
public record BagId(String value) implements Comparable<BagId> {
  public BagId {
    ValueChecks.id(value, "A bag's id");
  }

  /** Ids that are decimal numbers order as numbers. */
  @Override
  public int compareTo(BagId other) {
    return ValueChecks.compareIds(value, other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
