package tender.agent.batch.slurm;

import java.util.ArrayList;
import java.util.List;

/**
 * Expands Slurm's compressed node lists, such as {@code a,rack[1-2]node[01-12,20]}. A few
 * characters can name a billion nodes, so the number of nodes is bounded, over all lists that one
 * expander expands.
 */
final class HostList {
  /** A hundred reservations of the largest cluster. */
  static final int MAX_NODES = 1_000_000;

  /** Longer than the names that Slurm accepts. */
  private static final int MAX_NAME_LENGTH = 256;

  /** Slurm's names have at most five dimensions. */
  private static final int MAX_BRACKETS = 8;

  private int nodesLeft;

  /**
   * An expander.
   *
   * @param maxNodes in all lists together; more are rejected
   */
  HostList(int maxNodes) {
    nodesLeft = maxNodes;
  }

  List<String> expand(String text) {
    var hosts = new ArrayList<String>();
    int from = 0;
    int depth = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? ',' : text.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && (depth == 0 || i == text.length())) {
        if (i > from) {
          expandOne("", text.substring(from, i), MAX_BRACKETS, hosts);
        }
        from = i + 1;
      }
    }
    return hosts;
  }

  /** Expands the first brackets of the rest; what is before the rest has none. */
  private void expandOne(String name, String rest, int bracketsLeft, List<String> hosts) {
    int open = rest.indexOf('[');
    int close = rest.indexOf(']', open + 1);
    if (open < 0 || close < 0) {
      add(name + rest, hosts);
      return;
    }
    String before = name + rest.substring(0, open);
    if (bracketsLeft == 0 || before.length() > MAX_NAME_LENGTH) {
      throw unparsable(before);
    }
    String after = rest.substring(close + 1);
    for (String range : rest.substring(open + 1, close).split(",", -1)) {
      int dash = range.indexOf('-');
      String first = dash < 0 ? range : range.substring(0, dash);
      String last = dash < 0 ? range : range.substring(dash + 1);
      if (!first.matches("\\d{1,9}") || !last.matches("\\d{1,9}")) {
        throw unparsable(rest);
      }
      int end = Integer.parseInt(last);
      // An empty range would take time and give no node, so that no limit on nodes ended it.
      if (Integer.parseInt(first) > end) {
        throw unparsable(rest);
      }
      for (int number = Integer.parseInt(first); number <= end; number++) {
        String digits = Integer.toString(number);
        // Leading zeros are part of the name.
        String padded = "0".repeat(Math.max(0, first.length() - digits.length())) + digits;
        expandOne(before + padded, after, bracketsLeft - 1, hosts);
      }
    }
  }

  private void add(String host, List<String> hosts) {
    if (nodesLeft == 0 || host.length() > MAX_NAME_LENGTH) {
      throw unparsable(host);
    }
    nodesLeft--;
    hosts.add(host);
  }

  private static RuntimeException unparsable(String text) {
    return SlurmText.unparsable("a list of nodes", text);
  }
}
