package tender.server.model;

/** Identifies a user, who submits bags. */
public record UserId(String value) {
  private static final int MAX_LENGTH = 200;

  public UserId {
    if (value.isBlank() || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "The user id has %d characters; it must have 1 to %d and not be blank."
              .formatted(value.length(), MAX_LENGTH));
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
