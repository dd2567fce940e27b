package tender.core.share;

/** Names a user who bids. */
public record UserId(String value) implements Comparable<UserId> {
  @Override
  public int compareTo(UserId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
