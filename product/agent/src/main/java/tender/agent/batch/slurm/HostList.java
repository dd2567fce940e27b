package tender.agent.batch.slurm;

import java.util.ArrayList;
import java.util.List;

/** Expands Slurm's compressed node lists, such as {@code a,rack[1-2]node[01-12,20]}. */
final class HostList {
  /** More than the largest cluster has; a longer list is rejected. */
  private static final int MAX_NODES = 100_000;

  private HostList() {}

  static List<String> expand(String text) {
    var hosts = new ArrayList<String>();
    int from = 0;
    int depth = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? ',' : text.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && (depth == 0 || i == text.length())) {
        if (i > from) {
          expandOne(text.substring(from, i), hosts);
        }
        from = i + 1;
      }
    }
    return hosts;
  }

  private static void expandOne(String text, List<String> hosts) {
    int open = text.indexOf('[');
    int close = text.indexOf(']', open + 1);
    if (open < 0 || close < 0) {
      if (hosts.size() >= MAX_NODES) {
        throw SlurmText.unparsable("a list of nodes", text);
      }
      hosts.add(text);
      return;
    }
    String before = text.substring(0, open);
    String after = text.substring(close + 1);
    for (String range : text.substring(open + 1, close).split(",")) {
      int dash = range.indexOf('-');
      String first = dash < 0 ? range : range.substring(0, dash);
      String last = dash < 0 ? range : range.substring(dash + 1);
      if (!first.matches("\\d{1,9}") || !last.matches("\\d{1,9}")) {
        throw SlurmText.unparsable("a list of nodes", text);
      }
      for (int number = Integer.parseInt(first); number <= Integer.parseInt(last); number++) {
        String digits = Integer.toString(number);
        // Leading zeros are part of the name.
        String padded = "0".repeat(Math.max(0, first.length() - digits.length())) + digits;
        expandOne(before + padded + after, hosts);
      }
    }
  }
}
