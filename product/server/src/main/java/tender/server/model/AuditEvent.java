package tender.server.model;

/**
 * An action with its actor, its origin and its result.
 *
 * @param actor such as {@code user ann}, {@code provider alpha}, {@code operator root@host} or
 *     {@code anonymous}
 * @param address from where; empty for a command of the operator
 * @param action a request as in the OpenAPI document, such as {@code POST /v1/bags}, or the name of
 *     a command
 * @param target what it concerned
 * @param result {@code done}, or why not
 */
public record AuditEvent(
    String actor, String address, String action, String target, String result) {
  /** The result of what succeeded. */
  public static final String DONE = "done";

  /** Clients choose the target. */
  private static final int MAX_LENGTH = 300;

  /** PostgreSQL stores no text with this character, nor the other events of the same statement. */
  private static final char NUL = '\0';

  private static final char REPLACEMENT = '\ufffd';

  public AuditEvent {
    actor = bounded(actor);
    address = bounded(address);
    action = bounded(action);
    target = bounded(target);
    result = bounded(result);
  }

  private static String bounded(String text) {
    String storable = text.replace(NUL, REPLACEMENT);
    return storable.length() > MAX_LENGTH ? storable.substring(0, MAX_LENGTH) : storable;
  }

  /**
   * The result of a refusal.
   *
   * @param others the number of refusals of this kind before that were not recorded
   */
  public static String refused(String reason, long others) {
    return "refused: "
        + reason
        + (others == 0 ? "" : ", and " + others + " more of this kind before");
  }

  /** Something that a user did successfully or not. */
  public static String user(UserId user) {
    return "user " + user.value();
  }
}
