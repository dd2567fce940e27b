package tender.agent.batch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the owner of the cluster should be able to read in the queue about a job of the agent. Jobs
 * are not recognised by it.
 *
 * @param bag the bag's id
 * @param part which of the bag's parts, or which other job of the bag
 * @param name that the user gave the bag
 * @param user the name of the bag's user; empty if it is unknown
 */
public record JobLabels(String bag, String part, String name, String user) {
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]");

  /** As a job's comment, such as {@code tender user=ann bag=k3f9 part=1.0 name=pi-sweep}. */
  public String comment() {
    return "tender " + joined("", " ");
  }

  /** As a list of variables, such as {@code tender_user=ann,tender_bag=k3f9,tender_part=1.0}. */
  public String variables() {
    return joined("tender_", ",");
  }

  private String joined(String prefix, String delimiter) {
    return labels().entrySet().stream()
        .map(label -> prefix + label.getKey() + "=" + safe(label.getValue()))
        .collect(Collectors.joining(delimiter));
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    if (!user.isEmpty()) {
      labels.put("user", user);
    }
    labels.put("bag", bag);
    labels.put("part", part);
    labels.put("name", name);
    return labels;
  }

  /** All of them come from the network: other characters than letters and digits are replaced. */
  private static String safe(String text) {
    return UNSAFE.matcher(text).replaceAll("_");
  }
}
