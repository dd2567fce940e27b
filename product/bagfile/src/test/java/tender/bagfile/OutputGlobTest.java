package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputGlobTest {
  @ParameterizedTest
  @CsvSource({
    "*.csv, a.csv, true",
    "*.csv, .csv, true",
    "*.csv, a/a.csv, false",
    "**/*.csv, a.csv, true",
    "**/*.csv, a/b/c.csv, true",
    "out, out, true",
    "out, out/a/b, true",
    "out, outer, false",
    "out/*, out/a, true",
    "out/*, out/a/b, true",
    "out/*, out, false",
    "out/**, out/a/b, true",
    "a/**/b, a/b, true",
    "a/**/b, a/x/y/b, true",
    "a/**/b, a/x/y, false",
    "**, a/b, true",
    "?, a, true",
    "?, ab, false",
    "[a], a, false",
    "[a], [a], true",
    "{a}, {a}, true",
  })
  void globMatchesPath(String glob, String path, boolean expected) {
    assertThat(OutputGlob.of(glob).matches(new RelativePath(path))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/a", "../*", "a/../b", "./a", "a//b", "a/", "a**", "**a/b", "***", "a\\*"})
  void globThatLeavesTheFolderIsRejected(String glob) {
    assertThatIllegalArgumentException().isThrownBy(() -> OutputGlob.of(glob));
  }

  @Test
  void mayMatchBelowIsFalseForIrrelevantFolders() {
    assertThat(OutputGlob.of("*.csv").mayMatchBelow(new RelativePath("a"))).isFalse();
    assertThat(OutputGlob.of("a/*.csv").mayMatchBelow(new RelativePath("a"))).isTrue();
    assertThat(OutputGlob.of("a/*.csv").mayMatchBelow(new RelativePath("a/b"))).isFalse();
    assertThat(OutputGlob.of("a").mayMatchBelow(new RelativePath("a/b"))).isTrue();
    assertThat(OutputGlob.of("**/x").mayMatchBelow(new RelativePath("a/b"))).isTrue();
  }

  @Test
  void matchesAgreesWithNaiveMatcher() {
    String[] patterns = {"a", "b", "*", "?", "a*", "*a", "a*b*", "**", "*b?"};
    String[] names = {"a", "b", "ab", "ba", "aab", "abab"};
    for (int seed = 0; seed < 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      String glob = join(random, patterns);
      String path = join(random, names);
      OutputGlob parsed = OutputGlob.of(glob);
      assertThat(parsed.matches(new RelativePath(path)))
          .as("seed %d: %s on %s", seed, glob, path)
          .isEqualTo(naive(List.of(glob.split("/")), List.of(path.split("/"))));
      if (parsed.matches(new RelativePath(path + "/c"))) {
        assertThat(parsed.mayMatchBelow(new RelativePath(path))).as("seed %d", seed).isTrue();
      }
    }
  }

  /** A backtracking matcher would take exponential time. */
  @Test
  void manyStarsMatchInPolynomialTime() {
    String name = "a".repeat(255);
    String glob = "*a".repeat(120) + "b";
    assertThat(OutputGlob.of(glob).matches(new RelativePath(name))).isFalse();
    String deep = "**/a/".repeat(15) + "b";
    assertThat(OutputGlob.of(deep).matches(new RelativePath("a/".repeat(31) + "a"))).isFalse();
  }

  private static boolean naive(List<String> glob, List<String> path) {
    if (glob.isEmpty()) {
      return true;
    }
    List<String> rest = glob.subList(1, glob.size());
    if (glob.getFirst().equals("**")) {
      return naive(rest, path) || (!path.isEmpty() && naive(glob, path.subList(1, path.size())));
    }
    String expression = glob.getFirst().replace("*", ".*").replace("?", ".");
    return !path.isEmpty()
        && path.getFirst().matches(expression)
        && naive(rest, path.subList(1, path.size()));
  }

  private static String join(SplittableRandom random, String[] from) {
    StringBuilder joined = new StringBuilder(from[random.nextInt(from.length)]);
    for (int i = random.nextInt(4); i > 0; i--) {
      joined.append('/').append(from[random.nextInt(from.length)]);
    }
    return joined.toString();
  }
}
