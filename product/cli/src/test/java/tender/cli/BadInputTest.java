package tender.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each error message has the position, the given value, the expected value and the advice. */
class BadInputTest {
  private static final String COMPOSE =
      """
      bag: {tasks: 512, deadline: 40}
      providers:
        - {id: p1, power: 430, work: 0, slots: [{from: 0, until: 40, processors: 64}]}
        - {id: p2}
      offers:
        - {provider: p1, tasks: 256, by: 40}
        - {provider: p2, tasks: 512, by: 100}
      """;

  private static final String OFFER =
      """
      provider: p1
      now: 0
      cluster: {processors: 128, speed: 1.0}
      running:
        - {id: r1, processors: 64, start: -5, end: 3600}
      waiting:
        - {id: j1, processors: 32, duration: 7200, deadline: 20000}
        - {id: j2, processors: 32, duration: 7200}
      bag: {tasks: 100, width: 1, estimate: 600, deadline: 5000}
      """;

  @TempDir private Path folder;

  @Test
  void unchangedFilesAreValid() {
    assertThat(CommandRun.on(COMPOSE, "compose").exitCode()).isZero();
    assertThat(CommandRun.on(OFFER, "offer").exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tasks: 512 | tasks: many | line 1, column 14: bag.tasks is "many", but must be a
          tasks: 512 | tasks: 0 | bag.tasks is 0, but must be
          tasks: 512 | tasks: 5.5 | bag.tasks is 5.5, but must be a whole number from 1 to
          tasks: 512 | tasks: 1e400 | bag.tasks is 1e400
          tasks: 512 | tasks: [1] | bag.tasks is a list, but must be a single value
          tasks: 512 | tasks: {a: 1} | bag.tasks is a group of fields, but must be
          tasks: 512 | taks: 512 | bag.taks is not a known field.\\nDid you mean tasks?
          tasks: 512 | weight: 512 | \\nRemove it, or fix its indentation
          tasks: 512 | tasks: 512, tasks: 3 | duplicate field "tasks"
          deadline: 40 | deadline: 40s | bag.deadline is "40s", but must be a number of seconds
          deadline: 40 | deadline: .nan | .\\nWrite a plain number without its unit
          deadline: 40 | deadline: .inf | bag.deadline is .inf
          deadline: 40 | deadline: 0.0001 | bag.deadline is 0.0001, but must be a number of
          deadline: 40 | deadline: 1e80 | 1e80, but must be from -8796093022.208 to 8796093022.208
          deadline: 40 | deadline: 1e99999999999 | bag.deadline is 1e99999999999
          , deadline: 40 | '' | line 1, column 6: bag.deadline is missing or empty, but must be
          bag: {tasks: 512, deadline: 40} | bag: 5 | bag is 5, but must be a group of fields
          bag: {tasks: 512, deadline: 40} | bag: | bag is missing or empty
          bag: {tasks: 512, deadline: 40} | '{' | invalid YAML
          tasks: 256 | tasks: -256 | line 6, column 27: offers[0].tasks is -256
          by: 100} | } | line 7, column 5: offers[1].by is missing or empty
          {provider: p2, tasks: 512, by: 100} | '' | offers[1] is missing or empty
          {provider: p2, tasks: 512, by: 100} | p2 | \\nThe fields here are provider, tasks, by
          provider: p2 | provider: "\\e[31m" | provider is "\\u001b[31m", but must be a name
          provider: p2 | provider: " " | offers[1].provider is " ", but must be a name
          by: 100} | by: 100, price: 0.0001} | price is 0.0001, but must be a number of credits
          by: 100} | by: 100, price: -1} | price is -1, but must be from 0 to 1000000 credits
          id: p2 | id: p1 | line 4, column 10: providers[1].id is p1, which is already used above
          power: 430 | power: 0 | providers[0].power is 0, but must be a whole number from 1
          work: 0 | work: -1 | providers[0].work is -1, but must be from 0
          until: 40 | until: 0 | providers[0].slots[0].until is 0, but must be after
          processors: 64 | processors: x | providers[0].slots[0].processors is "x"
          offers: | offer: | offer is not a known field.\\nDid you mean offers?
          """)
  void composeExplainsInvalidFields(String good, String bad, String expected) {
    assertExplained("compose", COMPOSE, good, bad, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          processors: 128 | processors: 0 | line 3, column 23: cluster.processors is 0, but must be a
          processors: 128 | processors: 60 | running jobs use 64 processors, but the cluster has 60
          speed: 1.0 | speed: 0 | cluster.speed is 0, but must be from 0.001 to 1000
          now: 0 | now: yesterday | now is "yesterday", but must be a number of seconds
          start: -5 | start: 5 | line 5, column 37: running[0].start is 5, but must be at or before now, 0 s
          id: j1 | id: r1 | waiting[0].id is r1, which is already used above
          id: j1 | id: | waiting[0].id is missing or empty
          32, duration: 7200, | 129, duration: 7200, | processors is 129, but must be at most
          duration: 7200, | duration: 0, | waiting[0].duration is 0, but must be from 0.001 to
          tasks: 100 | tasks: 1000000 | bag.tasks makes 1000002 tasks in total
          estimate: 600 | estimate: -1 | bag.estimate is -1, but must be from 0.001
          estimate: 600, | '' | bag.estimate is missing or empty
          cluster: {processors: 128, speed: 1.0} | '' | cluster is missing or empty
          running: | offers: | offers is not a known field
          """)
  void offerExplainsInvalidFields(String good, String bad, String expected) {
    assertExplained("offer", OFFER, good, bad, expected);
  }

  @Test
  void rejectsTaskThatRunsTooLong() {
    String file =
        OFFER.replace("speed: 1.0", "speed: 0.001").replace("estimate: 600", "estimate: 1e6");
    assertThat(CommandRun.on(file, "offer").err())
        .contains("at most ten years at this cluster's speed");
  }

  @Test
  void freeTimeSlotsNeedEstimate() {
    assertThat(CommandRun.on(COMPOSE, "compose", "--policy", "free-time-slots").err())
        .contains("bag.estimate is missing or empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                | the file is empty
          '# nothing'                       | the file is empty
          hello                             | the file is "hello", but must be a group of fields
          []                                | the file is a list, but must be a group of fields
          null                              | the file is missing or empty
          {} --- {}                         | invalid YAML
          '{a: 1'                           | invalid YAML
          '"": 5'                         | "" is not a known field
          """)
  void rejectsInvalidDocuments(String text, String expected) {
    CommandRun run = CommandRun.on(text, "compose");
    assertThat(run.exitCode()).isEqualTo(CommandLines.USAGE);
    assertThat(run.err()).contains(expected);
  }

  @Test
  void rejectsTwoDocuments() {
    assertThat(CommandRun.on(COMPOSE + "---\n" + COMPOSE, "compose").err())
        .contains("contains more than one YAML document");
  }

  @Test
  void rejectsMissingFile() {
    assertRejected(folder.resolve("nosuch.yaml").toString(), "there is no such file");
    assertRejected("a\u0000b", "a\\u0000b: there is no such file");
  }

  @Test
  void rejectsDirectory() {
    assertRejected(folder.toString(), "is a directory");
  }

  @Test
  void rejectsBinaryFile() throws IOException {
    Path file = folder.resolve("picture.png");
    Files.write(file, new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, (byte) 0xff});
    assertRejected(file.toString(), "is not text in UTF-8");
  }

  @Test
  void acceptsByteOrderMark() {
    assertThat(CommandRun.on("\ufeff" + COMPOSE, "compose").exitCode()).isZero();
  }

  @Test
  void rejectsMissingArgument() {
    CommandRun run = CommandRun.of("compose");
    assertThat(run.exitCode()).isEqualTo(CommandLines.USAGE);
    assertThat(run.err()).contains("FILE", "tender compose --help");
  }

  private static void assertRejected(String file, String expected) {
    CommandRun run = CommandRun.of("compose", file);
    assertThat(run.exitCode()).isEqualTo(CommandLines.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(expected);
  }

  private static void assertExplained(
      String command, String file, String good, String bad, String expected) {
    assertThat(file).contains(good);
    CommandRun run = CommandRun.on(file.replace(good, bad), command);
    assertThat(run.err())
        .startsWith("tender: standard input")
        .contains(expected.replace("\\n", "\n"));
    assertThat(run.err().lines().count())
        .as("one line for the problem, one for the advice")
        .isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(CommandLines.USAGE);
  }
}
