package tender.language;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.languagetool.AnalyzedSentence;
import org.languagetool.JLanguageTool;
import org.languagetool.Language;
import org.languagetool.Languages;
import org.languagetool.rules.Rule;
import org.languagetool.rules.RuleMatch;
import org.languagetool.rules.patterns.AbstractPatternRule;
import org.languagetool.rules.patterns.PatternRuleLoader;

/**
 * Reads the prose of the files that are named on standard input, one a line, and prints what the
 * rules find. The last lines say how many findings there are per 1,000 words in each area.
 *
 * <p>Arguments: the root of the checkout, the rules, the allow-list. The exit code is 1 if a finding
 * is not on the allow-list.
 */
public final class CheckLanguage {
  private static final Language LANGUAGE = Languages.getLanguageForShortCode("en-GB");

  /**
   * A sentence without one of these cannot match a rule. Skipping such sentences makes the check ten
   * times faster; the examples of the rules show that no rule is missed.
   */
  private static final Pattern CANDIDATE =
      Pattern.compile(
          "(?i)body|\\bwho|whosoever|whatsoever|anew|hither|thereby|herein|of\\b.*\\b(?:want|lack)|(?:want|lack) of|there?of|whereof|whence"
              + "|lest|hence|albeit|beforehand|aright|at once|sel(?:f|ves)|\\bhand|out to|\\bb(?:ear|ore)|borne"
              + "|reckon|wish|told|as was|for ever|would rather|it is for|only then|\\bdear|stumbl|heed|dwel|befell|befall|not to be|such a time");

  private final List<Rule> rules = new ArrayList<>();
  private final JLanguageTool tool = new JLanguageTool(LANGUAGE);
  private final List<String[]> allowed = new ArrayList<>();
  private final Map<Area, Integer> words = new EnumMap<>(Area.class);
  private final Map<Area, Integer> findings = new EnumMap<>(Area.class);

  private CheckLanguage(Path ruleFile, Path allowFile) throws IOException {
    try (InputStream in = Files.newInputStream(ruleFile)) {
      for (AbstractPatternRule rule : new PatternRuleLoader().getRules(in, ruleFile.toString(), LANGUAGE)) {
        rules.add(rule);
      }
    }
    for (String line : Files.readAllLines(allowFile)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        allowed.add(line.split("\t"));
      }
    }
  }

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    var check = new CheckLanguage(Path.of(args[1]), Path.of(args[2]));
    check.testRules();
    List<String> files = new String(System.in.readAllBytes()).lines().toList();
    for (String file : files) {
      for (Fragment fragment : ProseReader.read(root, root.resolve(file))) {
        check.check(fragment);
      }
    }
    System.exit(check.report(files.size()));
  }

  /** Every rule must find its own example; otherwise the check would pass without checking. */
  private void testRules() throws IOException {
    for (Rule rule : rules) {
      String example = rule.getIncorrectExamples().getFirst().getExample().replaceAll("</?marker>", "");
      boolean found = CANDIDATE.matcher(example).find() && rule.match(tool.analyzeText(example).getFirst()).length > 0;
      if (!found) {
        throw new IllegalStateException("The rule " + rule.getId() + " does not find its example: " + example);
      }
    }
  }

  private void check(Fragment fragment) throws IOException {
    words.merge(fragment.area(), fragment.text().split("\\s+").length, Integer::sum);
    if (!CANDIDATE.matcher(fragment.text()).find()) {
      return;
    }
    for (AnalyzedSentence sentence : tool.analyzeText(fragment.text())) {
      for (Rule rule : rules) {
        for (RuleMatch match : rule.match(sentence)) {
          String phrase = sentence.getText().substring(match.getFromPos(), match.getToPos());
          if (!isAllowed(fragment, phrase)) {
            findings.merge(fragment.area(), 1, Integer::sum);
            System.out.printf("%s:%d: '%s' (%s) %s%n    %s%n", fragment.file(), fragment.line(), phrase, rule.getId(), match.getMessage(), sentence.getText().strip());
          }
        }
      }
    }
  }

  private boolean isAllowed(Fragment fragment, String phrase) {
    return allowed.stream().anyMatch(entry -> fragment.file().contains(entry[0]) && (entry[1].equals("*") || entry[1].equalsIgnoreCase(phrase)));
  }

  private int report(int files) {
    int total = findings.values().stream().mapToInt(Integer::intValue).sum();
    System.out.printf("%d files, %d findings%n", files, total);
    for (Area area : Area.values()) {
      int count = words.getOrDefault(area, 0);
      int found = findings.getOrDefault(area, 0);
      System.out.println("marker density, " + area.title() + ": " + String.format(Locale.ROOT, "%.2f", count == 0 ? 0 : 1000.0 * found / count) + " per 1,000 words (" + found + " in " + count + ")");
    }
    return total == 0 ? 0 : 1;
  }
}
