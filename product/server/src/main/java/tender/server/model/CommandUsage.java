package tender.server.model;

/**
 * The most that the latest tasks of a user with one command used.
 *
 * @param tasks how many tasks were measured
 * @param highest the highest measured value, in bytes or milliseconds
 */
public record CommandUsage(int tasks, long highest) {
  public static final CommandUsage NONE = new CommandUsage(0, 0);
}
