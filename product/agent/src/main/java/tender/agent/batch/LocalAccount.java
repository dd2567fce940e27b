package tender.agent.batch;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An account of the cluster, under which the tasks of one user of the market run.
 *
 * <p>The names of its jobs end with it. So a job is the agent's only if the batch system says that
 * this account submitted it, and no account can forge a job of another one.
 *
 * @param name also that of the account's group, whose only other member is the agent's account
 */
public record LocalAccount(String name) {
  private static final Pattern ALLOWED = Pattern.compile("[a-z_][a-z0-9_.-]{0,31}");

  /** No account name contains it. */
  private static final char SEPARATOR = '+';

  public LocalAccount {
    if (!ALLOWED.matcher(name).matches() || name.equals("root")) {
      throw new IllegalArgumentException(
          "The account '%s' cannot run tasks: its name must be 1 to 32 of a-z 0-9 _ . - beginning with a letter, and not 'root'."
              .formatted(name));
    }
  }

  /** The name of a job of this account. */
  public String jobName(String plainName) {
    return plainName + SEPARATOR + name;
  }

  /** The account whose job has this name; empty if it is the agent's own. */
  public static Optional<LocalAccount> ofJob(String jobName) {
    int separator = jobName.indexOf(SEPARATOR);
    return separator < 0
        ? Optional.empty()
        : Optional.of(new LocalAccount(jobName.substring(separator + 1)));
  }

  /** A job's name without that of its account. */
  public static String plainName(String jobName) {
    int separator = jobName.indexOf(SEPARATOR);
    return separator < 0 ? jobName : jobName.substring(0, separator);
  }

  /**
   * Whether a job of this name can only be the agent's.
   *
   * @param submitter the account that submitted it, as the batch system says
   * @param agent the agent's own account
   */
  public static boolean isGenuine(String jobName, String submitter, String agent) {
    int separator = jobName.indexOf(SEPARATOR);
    return submitter.equals(separator < 0 ? agent : jobName.substring(separator + 1));
  }

  @Override
  public String toString() {
    return name;
  }
}
