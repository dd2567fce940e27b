package tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands answer or reject hostile input quickly. */
@Timeout(120)
@Tag("slow")
class HostileInputTest {
  private static final int MUTATIONS = 500;

  private static final List<String> NASTY =
      List.of(
          "-1",
          "0",
          "1",
          "1e9",
          "2147483647",
          "2147483648",
          "9223372036854775807",
          "1e99",
          "-1e99",
          "0.001",
          "0.0001",
          "8796093022.208",
          "8796093022.209",
          "-8796093022.208",
          ".nan",
          "-.inf",
          "null",
          "~",
          "true",
          "''",
          "\"\\0\"",
          "\"\\uD800\"",
          "[]",
          "{}",
          "[[]]",
          "*a",
          "&a",
          "!!x y",
          "|",
          ">",
          "?",
          ":",
          "- ",
          "#",
          "'",
          "\"",
          "{",
          "}",
          "[",
          "]",
          "%",
          "@",
          "\t",
          "\u0085",
          "\u202e",
          "\ufeff",
          "---",
          "...",
          "<<",
          "tasks: 1",
          "p1",
          "j1",
          "\n",
          "\n  ",
          ",");

  @ParameterizedTest
  @CsvSource({
    "compose, table1.yaml, earliest",
    "compose, balance.yaml, dplbv2",
    "compose, slots.yaml, free-time-slots",
    "offer, offer.yaml, "
  })
  void answersOrRejectsEveryMutation(String command, String example, String policy) {
    String[] options = policy == null ? new String[0] : new String[] {"--policy", policy};
    byte[] good = CommandRun.exampleText(example).getBytes(StandardCharsets.UTF_8);
    int answered = 0;
    for (int seed = 0; seed < MUTATIONS; seed++) {
      byte[] bad = mutated(good, new Random(seed));
      CommandRun run = CommandRun.on(bad, command, options);
      assertThat(run.exitCode())
          .as("seed %d:%n%s%n%s", seed, new String(bad, StandardCharsets.UTF_8), run.err())
          .isIn(CommandLines.OK, CommandLines.USAGE);
      assertThat((run.out() + run.err()).codePoints())
          .as("seed %d prints no control characters", seed)
          .noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\r');
      answered += run.exitCode() == CommandLines.OK ? 1 : 0;
    }
    assertThat(answered)
        .as("some are answered and some are rejected")
        .isBetween(MUTATIONS / 50, MUTATIONS / 2);
  }

  @Test
  void rejectsAliases() {
    StringBuilder bomb = new StringBuilder("bag: {tasks: &a0 [1, 1], deadline: 4}\noffers:\n");
    for (int i = 1; i < 50; i++) {
      String alias = "*a" + (i - 1);
      bomb.append("- &a%d [%s, %s, %s]%n".formatted(i, alias, alias, alias));
    }
    assertRejected(bomb.toString(), "bag.tasks is a list");
    assertRejected(
        "{bag: {tasks: &n 1, deadline: *n}, offers: []}", "bag.deadline is the alias *n");
    assertRejected(
        "{bag: {tasks: 1, deadline: 1}, offers: [&o {provider: p, tasks: 1, by: 1}, *o]}",
        "offers[1] is the alias *o");
  }

  @Test
  void limitsNesting() {
    for (String deep : List.of("[", "{", "- ", "? ", "{a: ", "[{a: ")) {
      assertThat(CommandRun.on("bag: " + deep.repeat(100_000), "compose").exitCode())
          .isEqualTo(CommandLines.USAGE);
      assertThat(CommandRun.on(deep.repeat(100_000), "offer").exitCode())
          .isEqualTo(CommandLines.USAGE);
    }
  }

  @Test
  void limitsSizes() {
    assertRejected("#".repeat(17 << 20), "is larger than 16 MiB, the maximum");
    assertRejected("x".repeat(1 << 20) + ": 1", "invalid YAML");
    assertRejected("bag: {tasks: " + "9".repeat(1 << 20) + "}", "invalid YAML");
    assertRejected("bag: {tasks: " + "9".repeat(1 << 10) + "}", "999...");
  }

  @Test
  void readsLargeFiles() {
    StringBuilder large = new StringBuilder("bag: {tasks: 10000, deadline: 4}\noffers:\n");
    for (int i = 0; i < 10_000; i++) {
      large.append("- {provider: p").append(i).append(", tasks: 1, by: 7}\n");
    }
    assertThat(CommandRun.on(large.toString(), "compose").out())
        .startsWith("All 10000 tasks done by 7 s, 3 s after");
    String broken = large + "- {provider: p, tasks: 1, bye: 7}\n";
    assertRejected(
        broken, "line 10003, column 32: offers[10000].bye is not a known field.\nDid you mean by?");
  }

  @Test
  void composesWithLargeNumbers() {
    String maxTasks = "2147483647";
    String file =
        """
        bag: {tasks: %1$s, deadline: 8796093022.208}
        providers:
          - {id: a, power: 1000000000000, work: 9223372036854775.807}
          - {id: b, power: 1, work: 0}
        offers:
          - {provider: a, tasks: %1$s, by: -8796093022.208, price: 1000000}
          - {provider: b, tasks: %1$s, by: 8796093022.208, price: 1000000}
        """
            .formatted(maxTasks);
    for (String policy : List.of("earliest", "plb", "dplb", "dplbv2")) {
      CommandRun run = CommandRun.on(file, "compose", "--policy", policy);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).startsWith("All " + maxTasks + " tasks done by");
    }
  }

  @Test
  void plansWithLargeNumbers() {
    String file =
        """
        cluster: {processors: 1, speed: 0.001}
        now: -8796093022.208
        running: [{id: r, processors: 1, end: 8796093022.208}]
        waiting: [{id: w, processors: 1, tasks: 900000, duration: 315360000, deadline: 1}]
        bag: {tasks: 100000, estimate: 315360, deadline: 8796093022.208}
        """;
    CommandRun run = CommandRun.on(file, "offer");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("cluster offers nothing");
  }

  @Test
  void rejectsBagThatExceedsMemory() {
    String file =
        """
        bag: {tasks: 1e9, deadline: 4, estimate: 1}
        providers: [{id: p, slots: [{from: 0, processors: 1}]}]
        """;
    CommandRun run = CommandRun.on(file, "compose", "--policy", "free-time-slots");
    assertThat(run.exitCode()).isEqualTo(CommandLines.USAGE);
    assertThat(run.err()).contains("bag.tasks is 1e9, but must be at most 10000000");
  }

  private static void assertRejected(String text, String expected) {
    CommandRun run = CommandRun.on(text, "compose");
    assertThat(run.err()).contains(expected);
    assertThat(run.exitCode()).isEqualTo(CommandLines.USAGE);
  }

  /** One to three changes as users, programs and attackers make them. */
  private static byte[] mutated(byte[] good, Random random) {
    byte[] bytes = good;
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes =
          switch (random.nextInt(6)) {
            case 0 -> withNastyWord(bytes, random);
            case 1 -> withNastyWord(bytes, random);
            case 2 -> withLinesChanged(bytes, random);
            case 3 -> spliced(bytes, random, new byte[] {(byte) random.nextInt(256)});
            case 4 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            default -> spliced(bytes, random, nasty(random));
          };
    }
    return bytes;
  }

  /** Replaces a word with a nasty one. */
  private static byte[] withNastyWord(byte[] bytes, Random random) {
    List<String> words =
        new ArrayList<>(
            List.of(new String(bytes, StandardCharsets.ISO_8859_1).split("(?<=[ ,{}:\\n])")));
    String nasty = new String(nasty(random), StandardCharsets.ISO_8859_1);
    int word = random.nextInt(words.size());
    words.set(word, words.get(word).replaceFirst("[^ ,{}:\\n]+", Matcher.quoteReplacement(nasty)));
    return String.join("", words).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] withLinesChanged(byte[] bytes, Random random) {
    List<String> lines =
        new ArrayList<>(List.of(new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1)));
    String line = lines.get(random.nextInt(lines.size()));
    if (random.nextBoolean()) {
      lines.remove(line);
    }
    lines.add(random.nextInt(lines.size() + 1), line);
    return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Replaces up to three bytes at a random position. */
  private static byte[] spliced(byte[] bytes, Random random, byte[] others) {
    int from = random.nextInt(bytes.length + 1);
    int until = Math.min(bytes.length, from + random.nextInt(4));
    byte[] result = new byte[from + others.length + bytes.length - until];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(others, 0, result, from, others.length);
    System.arraycopy(bytes, until, result, from + others.length, bytes.length - until);
    return result;
  }

  private static byte[] nasty(Random random) {
    return NASTY.get(random.nextInt(NASTY.size())).getBytes(StandardCharsets.UTF_8);
  }
}
