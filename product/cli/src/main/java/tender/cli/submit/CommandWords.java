package tender.cli.submit;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Turns the words of a command line into the command of a bag. */
final class CommandWords {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{|\\}\\}|\\{[^{}]*\\}");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private CommandWords() {}

  /**
   * One word is a shell command. Several words are a program and its arguments, each quoted for the
   * shell except for its placeholders, whose values are quoted when they are inserted.
   */
  static String command(List<String> words) {
    return words.size() == 1
        ? words.getFirst()
        : words.stream().map(CommandWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    if (word.isEmpty()) {
      return "''";
    }
    StringBuilder quoted = new StringBuilder();
    StringBuilder literal = new StringBuilder();
    Matcher matcher = PLACEHOLDER.matcher(word);
    int end = 0;
    while (matcher.find()) {
      literal.append(word, end, matcher.start());
      end = matcher.end();
      if (matcher.group().equals("{{") || matcher.group().equals("}}")) {
        literal.append(matcher.group());
      } else {
        endLiteral(literal, quoted);
        quoted.append(matcher.group());
      }
    }
    literal.append(word, end, word.length());
    endLiteral(literal, quoted);
    return quoted.toString();
  }

  private static void endLiteral(StringBuilder literal, StringBuilder quoted) {
    if (!literal.isEmpty()) {
      boolean plain = PLAIN.matcher(literal).matches();
      quoted.append(plain ? literal : "'" + literal.toString().replace("'", "'\\''") + "'");
      literal.setLength(0);
    }
  }
}
