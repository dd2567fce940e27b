package tender.core.model;

import tender.core.check.ValueChecks;

/** Identifies a bag within a market. */
public record BagId(String value) implements Comparable<BagId> {
  public BagId {
    ValueChecks.id(value, "A bag's id");
  }

  /** Orders ids that are decimal numbers as numbers. */
  @Override
  public int compareTo(BagId other) {
    return ValueChecks.compareIds(value, other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
