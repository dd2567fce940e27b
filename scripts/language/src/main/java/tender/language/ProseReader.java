package tender.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the prose in a file, by the file's kind. */
final class ProseReader {
  /** Stands for code in a sentence, so that the checker sees a noun. */
  private static final String CODE = "Thing";

  private static final Pattern JAVA =
      Pattern.compile(
          "(?<block>/\\*.*?\\*/)|(?<line>//[^\\n]*(?:\\n[ \\t]*//[^\\n]*)*)"
              + "|(?<string>\"\"\".*?\"\"\"|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\"(?:\\s*\\+\\s*\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\")*+)"
              + "|(?<test>@(?:Parameterized|Repeated)?Test\\b[^{};]*?\\bvoid (?<name>\\w+)\\()|'(?:\\\\.|[^'\\\\\\n])+'",
          Pattern.DOTALL);
  private static final Pattern PYTHON =
      Pattern.compile(
          "(?<block>\"\"\".*?\"\"\")|(?<line>#[^\\n]*(?:\\n[ \\t]*#[^\\n]*)*)"
              + "|(?<string>[rbf]?\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\"(?:\\s*[rbf]?\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\")*+)"
              + "|(?<test>def test_(?<name>\\w+)\\()|'(?:\\\\.|[^'\\\\\\n])*'",
          Pattern.DOTALL);
  private static final Pattern SCRIPT_STRING = Pattern.compile("'((?:\\\\.|[^'\\\\\\n])*)'|\"((?:\\\\.|[^\"\\\\\\n])*)\"|`([^`]*)`");
  private static final Pattern MARKUP_TEXT = Pattern.compile(">([^<>{}]*[A-Za-z][^<>{}]*)<");

  private ProseReader() {}

  static List<Fragment> read(Path root, Path file) throws IOException {
    String name = root.relativize(file).toString();
    String text = Files.readString(file);
    List<Fragment> found = new ArrayList<>();
    if (name.endsWith(".java")) {
      java(name, text, found);
    } else if (name.endsWith(".py")) {
      python(name, text, found);
    } else if (name.endsWith(".md")) {
      markdown(name, text, found);
    } else if (name.endsWith(".svelte") || name.endsWith(".ts") || name.endsWith(".mjs") || name.endsWith(".html")) {
      script(name, text, found);
    } else if (name.endsWith(".json")) {
      strings(Area.UI_STRINGS, name, text, found);
    } else if (name.endsWith(".txt")) {
      paragraphs(Area.HELP, name, text, found);
    } else if (name.endsWith("openapi.yaml")) {
      openApi(name, text, found);
    } else if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      lineComments(Area.HELP, name, text, "#", found);
    } else if (name.endsWith(".sql")) {
      lineComments(Area.SCRIPTS, name, text, "--", found);
    } else if (name.endsWith(".proto")) {
      lineComments(Area.SCRIPTS, name, text, "//", found);
    } else if (name.endsWith("pom.xml") || name.endsWith("checkstyle.xml")) {
      matches(Area.SCRIPTS, name, text, Pattern.compile("<!--(.*?)-->", Pattern.DOTALL), found);
    } else {
      lineComments(Area.SCRIPTS, name, text, "#", found);
    }
    return found;
  }

  private static void java(String name, String text, List<Fragment> found) {
    Matcher matcher = JAVA.matcher(text);
    while (matcher.find()) {
      int line = lineOf(text, matcher.start());
      if (matcher.group("block") != null) {
        String body = matcher.group("block").replaceAll("(?m)^\\s*/?\\*+/?|\\*/$", "");
        add(Area.JAVA_COMMENTS, name, line, withoutTags(body), found);
      } else if (matcher.group("line") != null) {
        add(Area.JAVA_COMMENTS, name, line, matcher.group("line").replaceAll("(?m)^\\s*//", ""), found);
      } else if (matcher.group("name") != null) {
        String words = matcher.group("name").replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(java.util.Locale.ROOT);
        add(Area.TEST_NAMES, name, line, "It shows that " + words + ".", found);
      } else if (matcher.group("string") != null) {
        String value = matcher.group("string").replaceAll("\"\\s*\\+\\s*\"", "").replaceAll("^\"+|\"+$", "").replaceAll("\\\\[nt\"]", " ");
        // A message has at least three words; fewer are keys and names.
        if (!isSql(value) && value.trim().split("\\s+").length >= 3) {
          add(Area.MESSAGES, name, line, value.replaceAll("%[-\\d,.]*[sd]|\\{\\d}", CODE), found);
        }
      }
    }
  }

  private static void python(String name, String text, List<Fragment> found) {
    Matcher matcher = PYTHON.matcher(text);
    while (matcher.find()) {
      int line = lineOf(text, matcher.start());
      if (matcher.group("block") != null) {
        // Without examples, and with names in double backquotes as nouns.
        String body = matcher.group("block").replaceAll("\"\"\"", "").replaceAll("(?m)^\\s*(?:>>>|\\.\\.\\.).*$", " ");
        body = body.replaceAll("(?s)::\\n\\s*\\n.*?(?=\\n\\s*\\n\\S|$)", ".\n\n");
        add(Area.HELP, name, line, body.replaceAll("``[^`]+``|`[^`]+`", CODE), found);
      } else if (matcher.group("line") != null) {
        add(Area.SCRIPTS, name, line, matcher.group("line").replaceAll("(?m)^\\s*#!?", ""), found);
      } else if (matcher.group("name") != null) {
        add(Area.TEST_NAMES, name, line, "It shows that " + matcher.group("name").replace('_', ' ') + ".", found);
      } else if (matcher.group("string") != null) {
        String value = matcher.group("string").replaceAll("\"\\s*[rbf]?\"", "").replaceAll("^[rbf]?\"|\"$", "");
        if (value.trim().split("\\s+").length >= 4) {
          add(Area.MESSAGES, name, line, value.replaceAll("\\{[^}]*}", CODE), found);
        }
      }
    }
  }

  private static boolean isSql(String value) {
    return value.stripLeading().matches("(?is)(select|insert|update|delete|with|from|where|create|and|order|on|set|values|left|join)\\b.*")
        && value.matches("(?s).*[=?(,_].*");
  }

  private static String withoutTags(String javadoc) {
    return javadoc
        .replaceAll("(?s)<pre>.*?</pre>", " ")
        .replaceAll("\\{@(?:link|linkplain) [^}]*?\\s([^}]*)}", "$1")
        .replaceAll("(?s)\\{@\\w+[^}]*}", CODE)
        .replaceAll("@param\\s+<?\\w+>?|@return|@throws\\s+\\w+|@see[^\\n]*", "\n\n")
        .replaceAll("<li>|<p>|<ul>|</ul>|</li>|<ol>|</ol>", "\n\n")
        .replaceAll("<[^>]+>", " ");
  }

  private static void markdown(String name, String text, List<Fragment> found) {
    String plain = blank(text, Pattern.compile("(?s)^---\\n.*?\\n---\\n"));
    plain = blank(plain, Pattern.compile("(?ms)^ *```.*?^ *```"));
    plain = plain.replaceAll("`[^`\\n]+`", CODE).replaceAll("!?\\[([^\\]\\n]*)\\]\\([^)\\n]*\\)", "$1").replaceAll("https?://\\S+", CODE);
    plain = plain.replaceAll("(?m)^[ \\t]*(?:[-*]|\\d+\\.|>|#+)[ \\t]+", "\n").replaceAll("[*_]{1,2}(?=\\S)|(?<=\\S)[*_]{1,2}", "");
    paragraphs(Area.DOCS, name, text, plain.replaceAll("(?m)(?<!\\\\)\\|", " .\n\n "), found);
  }

  private static void script(String name, String text, List<Fragment> found) {
    boolean test = name.contains("/test/") || name.contains("/e2e/");
    Matcher comments = Pattern.compile("(?s)/\\*.*?\\*/|(?<![:'\"`])//[^\\n]*|<!--.*?-->").matcher(text);
    while (comments.find()) {
      add(Area.SCRIPTS, name, lineOf(text, comments.start()), comments.group().replaceAll("(?m)^\\s*/?[*/]+/?|<!--|-->", " "), found);
    }
    String code = blank(text, Pattern.compile("(?s)/\\*.*?\\*/|(?<![:'\"`])//[^\\n]*|<!--.*?-->|<style>.*?</style>"));
    if (!test) {
      strings(Area.UI_STRINGS, name, code, found);
      matches(Area.UI_STRINGS, name, blank(code, Pattern.compile("(?s)<script.*?</script>")), MARKUP_TEXT, found);
    }
  }

  private static void strings(Area area, String name, String text, List<Fragment> found) {
    Matcher matcher = SCRIPT_STRING.matcher(text);
    while (matcher.find()) {
      String value = matcher.group(1) != null ? matcher.group(1) : matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
      if (value.trim().split("\\s+").length >= 2 && !value.contains("=>") && !value.contains("</")) {
        add(area, name, lineOf(text, matcher.start()), value.replaceAll("\\$?\\{[^}]*}", CODE), found);
      }
    }
  }

  private static void openApi(String name, String text, List<Fragment> found) {
    matches(Area.HELP, name, text, Pattern.compile("(?m)(?:description|summary): ([^|\\n{][^\\n]*)"), found);
    matches(Area.HELP, name, text, Pattern.compile("(?m)^( *)description: \\|\\n((?:\\1 +[^\\n]*\\n|\\n)+)"), found);
    matches(Area.HELP, name, text, Pattern.compile("description: ([^,}\\n]+)"), found);
  }

  private static void lineComments(Area area, String name, String text, String mark, List<Fragment> found) {
    Pattern pattern = Pattern.compile("(?m)(?:^|(?<=\\s))" + Pattern.quote(mark) + "(?!!)([^\\n]*(?:\\n[ \\t]*" + Pattern.quote(mark) + "[^\\n]*)*)");
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      String body = matcher.group(1).replaceAll("(?m)^[ \\t]*" + Pattern.quote(mark), " ").replaceAll("(?m)^\\s*\\w+:.*$", " ");
      add(area, name, lineOf(text, matcher.start()), body, found);
    }
  }

  private static void matches(Area area, String name, String text, Pattern pattern, List<Fragment> found) {
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      add(area, name, lineOf(text, matcher.start()), matcher.group(matcher.groupCount()), found);
    }
  }

  private static void paragraphs(Area area, String name, String text, List<Fragment> found) {
    paragraphs(area, name, text, text, found);
  }

  /** Line numbers are those of {@code plain}, which has the lines of the file or a few more. */
  private static void paragraphs(Area area, String name, String text, String plain, List<Fragment> found) {
    int line = 1;
    for (String paragraph : plain.split("\\n[ \\t]*\\n")) {
      String first = paragraph.strip().lines().findFirst().orElse("");
      int at = first.isEmpty() ? -1 : text.indexOf(first.substring(0, Math.min(25, first.length())));
      line = at >= 0 ? lineOf(text, at) : line;
      add(area, name, line, paragraph, found);
    }
  }

  private static String blank(String text, Pattern pattern) {
    return pattern.matcher(text).replaceAll(match -> "\n".repeat((int) match.group().chars().filter(c -> c == '\n').count()));
  }

  private static void add(Area area, String name, int line, String text, List<Fragment> found) {
    for (String part : text.split("\\n\\s*\\n")) {
      String plain = part.replaceAll("\\s+", " ").strip();
      if (plain.matches(".*[A-Za-z]{2}.*")) {
        found.add(new Fragment(area, name, line, plain));
      }
    }
  }

  private static int lineOf(String text, int position) {
    return (int) text.substring(0, position).chars().filter(c -> c == '\n').count() + 1;
  }
}
