package tender.server.market.view;

/** Names a person who hands in bags. */
public record PersonId(String value) {
  private static final int LONGEST = 200;

  public PersonId {
    if (value.isBlank() || value.length() > LONGEST) {
      throw new IllegalArgumentException(
          "A person's id has "
              + value.length()
              + " characters, and must have 1 to "
              + LONGEST
              + ".");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
