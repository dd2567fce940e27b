package tender.cli.slurm.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The variables that {@code --export} names. No others of this terminal are passed on, because the
 * clusters belong to others.
 *
 * @param loginEnvironment whether the script needs that of a login, because it gets none from here
 */
record ExportedVariables(SortedMap<String, String> values, boolean loginEnvironment) {
  private static final String NAME = "[A-Za-z_][A-Za-z0-9_]*";

  static ExportedVariables none() {
    return new ExportedVariables(new TreeMap<>(), false);
  }

  /** Parses the value of the option. */
  static ExportedVariables parse(String text, Map<String, String> environment) {
    SortedMap<String, String> values = new TreeMap<>();
    boolean login = false;
    for (String item : items(text)) {
      int equals = item.indexOf('=');
      String name = equals < 0 ? item : item.substring(0, equals);
      if (equals < 0 && (name.equals("ALL") || name.equals("NONE") || name.equals("NIL"))) {
        login |= name.equals("NONE");
      } else if (!name.matches(NAME)) {
        throw new IllegalArgumentException(
            "is not a list of variables; write for example --export=A,B=1");
      } else if (equals >= 0) {
        values.put(name, item.substring(equals + 1));
      } else if (environment.containsKey(name)) {
        values.put(name, environment.get(name));
      }
    }
    return new ExportedVariables(values, login);
  }

  /** A comma in quotes does not separate. */
  private static List<String> items(String text) {
    List<String> items = new ArrayList<>();
    StringBuilder item = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else if (c == ',' && quote == 0) {
        items.add(item.toString());
        item.setLength(0);
      } else {
        item.append(c);
      }
    }
    items.add(item.toString());
    return items.stream().filter(one -> !one.isEmpty()).toList();
  }
}
