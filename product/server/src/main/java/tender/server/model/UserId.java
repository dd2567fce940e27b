package tender.server.model;

/** Names a person who hands in bags. */
public record UserId(String value) {
  private static final int LONGEST = 200;

  public UserId {
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
