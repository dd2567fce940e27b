package tender.agent.batch;

import java.util.regex.Pattern;

/**
 * What the owner of the cluster should be able to read in the queue about a job of the agent. Jobs
 * are not recognised by it.
 *
 * @param bag the bag's id
 * @param part which of the bag's parts, or which other job of the bag
 * @param name that the user gave the bag
 */
public record JobLabels(String bag, String part, String name) {
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]");

  /** All of them come from the network: other characters than letters and digits are replaced. */
  public JobLabels {
    bag = safe(bag);
    part = safe(part);
    name = safe(name);
  }

  private static String safe(String text) {
    return UNSAFE.matcher(text).replaceAll("_");
  }

  /** As a job's comment, such as {@code tender bag=k3f9 part=1.0 name=pi-sweep}. */
  public String comment() {
    return "tender bag=%s part=%s name=%s".formatted(bag, part, name);
  }

  /** As a list of variables, such as {@code tender_bag=k3f9,tender_part=1.0}. */
  public String variables() {
    return "tender_bag=%s,tender_part=%s,tender_name=%s".formatted(bag, part, name);
  }
}
