package tender.core.share;

/** Identifies a bidder. */
public record BidderId(String value) implements Comparable<BidderId> {
  @Override
  public int compareTo(BidderId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
