package tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;

class ComposeTest {
  private static final String TABLE1 = CommandRun.example("table1.yaml").toString();
  private static final String BALANCE = CommandRun.example("balance.yaml").toString();
  private static final String SLOTS = CommandRun.example("slots.yaml").toString();

  @Test
  void composesTable1OfThePaper() {
    CommandRun run = CommandRun.of("compose", TABLE1, "-o", "json");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.json())
        .isEqualTo(
            CommandRun.json(
                """
                {"policy": "earliest", "meetsDeadline": false, "completion": 100,
                 "parts": [
                   {"provider": "p2", "tasks": 128, "by": 40},
                   {"provider": "p3", "tasks": 64, "by": 40},
                   {"provider": "p1", "tasks": 320, "by": 100}],
                 "unused": [
                   {"provider": "p1", "tasks": 256, "by": 40, "reason": "other-offer-used"},
                   {"provider": "p2", "tasks": 512, "by": 200, "reason": "ends-too-late"},
                   {"provider": "p3", "tasks": 512, "by": 200, "reason": "ends-too-late"}],
                 "unplaced": 0}
                """));
  }

  @Test
  void printsCompositionAsText() {
    CommandRun run = CommandRun.of("compose", TABLE1);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualToIgnoringNewLines(
            """
            All 512 tasks done by 100 s, 60 s after the deadline of 40 s.

            Parts
              PROVIDER   TASKS   OF OFFERED   DONE BY    SHARE
              p2           128          128      40 s   25.0 %
              p3            64           64      40 s   12.5 %
              p1           320          512     100 s   62.5 %

            Offers not used
              PROVIDER   TASKS   DONE BY   WHY NOT
              p1           256      40 s   another offer of its provider is used
              p2           512     200 s   the whole bag is done earlier without it
              p3           512     200 s   the whole bag is done earlier without it
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "plb, 250 125 250 250 125",
    "dplb, 354 131 198 198 119",
    "dplbv2, 44 131 235 471 119"
  })
  void balancingPoliciesGiveDifferentShares(String policy, String tasks) {
    JsonNode answer = CommandRun.of("compose", BALANCE, "--policy", policy, "-o", "json").json();

    assertThat(answer.get("policy").asString()).isEqualTo(policy);
    assertThat(answer.get("meetsDeadline").asBoolean()).isTrue();
    assertThat(tasks(answer)).isEqualTo(tasks);
  }

  @Test
  void fillsFreeTimeSlots() {
    JsonNode answer =
        CommandRun.of("compose", SLOTS, "--policy", "free-time-slots", "-o", "json").json();

    assertThat(answer.get("completion").asInt()).isEqualTo(80);
    assertThat(tasks(answer)).isEqualTo("384 128");
  }

  @Test
  void freeTimeSlotsShowNoOfferedTasks() {
    assertThat(CommandRun.of("compose", SLOTS, "--policy", "free-time-slots").out())
        .startsWith("All 512 tasks done by 80 s, 40 s after the deadline of 40 s.")
        .doesNotContain("OF OFFERED");
  }

  @Test
  void reportsTasksWithoutSlot() {
    String file =
        """
        bag: {tasks: 5, estimate: 10, deadline: 40}
        providers: [{id: p1, slots: [{from: 0, until: 10, processors: 2}]}]
        offers: [{provider: p1, tasks: 5, by: 40}]
        """;
    assertThat(CommandRun.on(file, "compose", "--policy", "free-time-slots").out())
        .startsWith("No promise: 3 of 5 tasks fit into no free slot.")
        .contains("free-time-slots fills free slots and ignores offers");
  }

  @Test
  void explainsWhyLoadIsNotBalanced() {
    assertThat(CommandRun.of("compose", TABLE1, "--policy", "plb").out())
        .contains(
            "This is the earliest completion, not plb: "
                + "the offers that meet the deadline cover only 448 of the tasks.");
    assertThat(CommandRun.of("compose", TABLE1).out()).doesNotContain("the earliest completion");
  }

  @Test
  void explainsMissingPower() {
    String file =
        """
        bag: {tasks: 10, deadline: 40}
        providers: [{id: a, power: 4}]
        offers: [{provider: a, tasks: 5, by: 40}, {provider: b, tasks: 10, by: 30}]
        """;
    assertThat(CommandRun.on(file, "compose", "--policy", "dplb").out())
        .contains("not dplb: too few providers that meet the deadline state power");
    String enough = file.replace("tasks: 5", "tasks: 10");
    assertThat(CommandRun.on(enough, "compose", "--policy", "dplb").out())
        .contains("does not state its power, by which dplb shares");
  }

  @Test
  void promisesNothingIfTasksAreUncovered() {
    String file =
        """
        bag: {tasks: 512, deadline: 40}
        offers: [{provider: p1, tasks: 392, by: 40}]
        """;
    CommandRun table = CommandRun.on(file, "compose");
    assertThat(table.exitCode()).isZero();
    assertThat(table.out())
        .startsWith("No promise: 120 of 512 tasks are covered by no offer.")
        .contains("Covered parts");

    JsonNode answer = CommandRun.on(file, "compose", "-o", "json").json();
    assertThat(answer.get("completion").isNull()).isTrue();
    assertThat(answer.get("unplaced").asInt()).isEqualTo(120);
    assertThat(answer.get("meetsDeadline").asBoolean()).isFalse();
  }

  @Test
  void acceptsEmptyListOfOffers() {
    CommandRun run = CommandRun.on("{bag: {tasks: 5, deadline: 40}, offers: []}", "compose");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .isEqualToIgnoringNewLines("No promise: 5 of 5 tasks are covered by no offer.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "37     | All 512 tasks done by 37 s, within the deadline of 40 s, with 3 s to spare.",
        "40     | All 512 tasks done by the deadline of 40 s.",
        "40.5   | All 512 tasks done by 40.5 s, 0.5 s after the deadline of 40 s.",
        "39.9   | All 512 tasks done by 39.9 s, within the deadline of 40 s, with 0.1 s to spare.",
        "1e3    | All 512 tasks done by 1000 s, 960 s after the deadline of 40 s."
      })
  void comparesPromiseWithDeadline(String by, String sentence) {
    String file =
        "{bag: {tasks: 512, deadline: 40.0}, offers: [{provider: p, tasks: 600, by: %s}]}"
            .formatted(by);
    assertThat(CommandRun.on(file, "compose").out()).startsWith(sentence);
  }

  @Test
  void writesNumbersWithoutTrailingZeros() {
    String file =
        "{bag: {tasks: 3, deadline: 40}, offers: [{provider: 7, tasks: 1, by: 100.0},"
            + " {provider: q, tasks: 2, by: 0.125}]}";
    assertThat(CommandRun.on(file, "compose", "-o", "json").out())
        .contains("\"completion\": 100,", "\"by\": 0.125", "\"by\": 100", "\"provider\": \"7\"");
  }

  @Test
  void showsPricesOnlyIfAnyIsSet() {
    String file =
        """
        bag: {tasks: 3, deadline: 40}
        offers: [{provider: p, tasks: 2, by: 40, price: 0.125}, {provider: q, tasks: 1, by: 40}]
        """;
    assertThat(CommandRun.on(file, "compose").out()).containsPattern("CREDITS\\R +p .* 0\\.25\\R");
    assertThat(CommandRun.of("compose", TABLE1).out()).doesNotContain("CREDITS");
  }

  @Test
  void summarisesManyUnusedOffers() {
    String offers =
        IntStream.range(0, 1000)
            .mapToObj(i -> "- {provider: p%d, tasks: 1, by: %d}".formatted(i, 50 + i))
            .collect(Collectors.joining("\n"));
    CommandRun run = CommandRun.on("bag: {tasks: 2, deadline: 40}\noffers:\n" + offers, "compose");

    assertThat(run.out())
        .contains("Offers not used: 998")
        .containsPattern("998 +the whole bag is done earlier without it")
        .contains("The first 5 of them")
        .contains("  p6")
        .doesNotContain("p7");
  }

  @Test
  void alignsWideAndCombiningCharacters() {
    String file =
        """
        bag: {tasks: 6, deadline: 40}
        offers:
          - {provider: 東京, tasks: 3, by: 40}
          - {provider: "e\\u0301te", tasks: 2, by: 40}
          - {provider: oslo, tasks: 1, by: 40}
        """;
    assertThat(CommandRun.on(file, "compose").out())
        .contains("  東京           3", "  e\u0301te            2", "  oslo           1");
    assertThat(CommandRun.on(file, "compose", "-o", "json").out()).contains("\\u6771\\u4EAC");
  }

  @Test
  void usesColoursOnlyIfEnabled() {
    assertThat(CommandRun.of(Ansi.ON, "compose", TABLE1).out()).contains("\u001b[");
    assertThat(CommandRun.of(Ansi.OFF, "compose", TABLE1).out()).doesNotContain("\u001b");
    assertThat(CommandRun.of(Ansi.ON, "compose", TABLE1, "-o", "json").out())
        .doesNotContain("\u001b");
  }

  @Test
  void doesNotInterpretNamesAsMarkup() {
    String file =
        "{bag: {tasks: 1, deadline: 4}, offers: [{provider: '@|red x|@', tasks: 1, by: 4}]}";
    assertThat(CommandRun.on(file, "compose").out()).contains("@|red x|@");
  }

  @Test
  void unknownPolicyErrorListsPolicies() {
    CommandRun run = CommandRun.of("compose", TABLE1, "--policy", "fastest");
    assertThat(run.exitCode()).isEqualTo(CommandLines.USAGE);
    assertThat(run.err())
        .contains(
            "'fastest'",
            "earliest, plb, dplb, dplbv2, fewest, cheapest, free-time-slots",
            "--help");
  }

  private static String tasks(JsonNode answer) {
    return answer
        .get("parts")
        .valueStream()
        .map(part -> part.get("tasks").asString())
        .collect(Collectors.joining(" "));
  }
}
