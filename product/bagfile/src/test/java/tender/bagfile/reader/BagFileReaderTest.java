package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.Parameter;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.bagfile.WorkOrder;
import tender.support.input.InputException;

class BagFileReaderTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-20T06:00:00Z"), ZoneId.of("Europe/Berlin"));

  private static final String COMPLETE =
      """
      version: 1
      name: pi-sweep
      command: python3 pi.py --seed {seed} --n {n}
      sweep: {seed: 1-3, n: [1e6, "007"]}
      inputs: [pi.py, data]
      outputs: ["*.json"]
      processors: 4
      runtime: 2m
      profiler: ./profile.sh --sample 5
      deadline: +3h
      budget: 300.50
      retries: 2
      """;

  private static final int MUTATIONS = 3_000;

  @TempDir private Path folder;

  @BeforeEach
  void writeInputs() throws IOException {
    Files.writeString(folder.resolve("pi.py"), "print(3)\n");
    Files.createDirectories(folder.resolve("data/deep"));
    Files.writeString(folder.resolve("data/deep/a.csv"), "1\n");
    Files.writeString(folder.resolve("lines.txt"), "one\ntwo\n");
    Files.createSymbolicLink(folder.resolve("link"), Path.of("pi.py"));
  }

  private BagDraft read(String text) throws IOException {
    return readLocal(text).draft();
  }

  private LocalBag readLocal(String text) throws IOException {
    Path file = folder.resolve("bag.yaml");
    Files.writeString(file, text);
    return LocalBag.read(file.toString(), CLOCK);
  }

  @Test
  void readsCompleteFile() throws IOException {
    LocalBag bag = readLocal(COMPLETE);
    BagDraft draft = bag.draft();

    WorkOrder order = draft.order();
    assertThat(order.name()).isEqualTo("pi-sweep");
    assertThat(order.command()).isEqualTo("python3 pi.py --seed {seed} --n {n}");
    assertThat(order.taskList())
        .isEqualTo(
            new TaskList.Sweep(
                List.of(
                    new Parameter("seed", List.of("1", "2", "3")),
                    new Parameter("n", List.of("1e6", "007")))));
    assertThat(order.taskCommand().text(1)).isEqualTo("python3 pi.py --seed '1' --n '007'");
    assertThat(order.inputs())
        .extracting(InputFile::path)
        .extracting(Object::toString)
        .containsExactly("data/deep/a.csv", "pi.py");
    assertThat(order.outputs()).containsExactly("*.json");
    assertThat(order.width()).isEqualTo(4);
    assertThat(order.runtimeMillis()).isEqualTo(120_000);
    assertThat(order.retries()).isEqualTo(2);
    assertThat(order.profiler()).contains("./profile.sh --sample 5");
    assertThat(order.only()).isEmpty();
    assertThat(draft.deadline()).contains(Instant.parse("2026-11-20T09:00:00Z"));
    assertThat(draft.budget()).hasValueSatisfying(b -> assertThat(b).isEqualByComparingTo("300.5"));
    Path script = folder.resolve("pi.py");
    assertThat(bag.files()).hasSize(2).containsKey(Digest.of(script));
    assertThat(bag.files().get(Digest.of(script))).hasSameBinaryContentAs(script);
  }

  @Test
  void readsMinimalFile() throws IOException {
    LocalBag bag = readLocal("{version: 1, command: sleep 1, tasks: 1000, runtime: 1s}");
    BagDraft draft = bag.draft();
    assertThat(draft.order().name()).isEqualTo("bag");
    assertThat(draft.order().taskList()).isEqualTo(new TaskList.Count(1000));
    assertThat(draft.order().width()).isOne();
    assertThat(draft.order().retries()).isZero();
    assertThat(draft.order().profiler()).isEmpty();
    assertThat(bag.files()).isEmpty();
    assertThat(draft.deadline()).isEmpty();
    assertThat(draft.budget()).isEmpty();
  }

  @Test
  void readsOptionsOfTasks() throws IOException {
    String one = "version: 1, command: sleep 1, runtime: 1s, tasks: 1, ";
    TaskOptions options =
        read("{"
                + one
                + "shell: bash, setup: [module load a, . b], environment: {A: 1, B: x y},"
                + " outputs_required: true, stop_after_failures: 0}")
            .order()
            .taskOptions();
    assertThat(options)
        .isEqualTo(
            new TaskOptions(
                Optional.of(TaskOptions.Shell.BASH),
                List.of("module load a", ". b"),
                new TreeMap<>(Map.of("A", "1", "B", "x y")),
                true,
                0));
    assertThatThrownBy(() -> read("{" + one + "shell: zsh}"))
        .hasMessageContaining("shell is \"zsh\", but must be sh or bash");
    assertThatThrownBy(() -> read("{" + one + "outputs_required: maybe}"))
        .hasMessageContaining("outputs_required is \"maybe\", but must be true or false");
    assertThatThrownBy(() -> read("{" + one + "environment: {1A: 1}}"))
        .hasMessageContaining("The variable '1A' has an invalid name");
    assertThatThrownBy(() -> read("{" + one + "environment: {A: null}}"))
        .hasMessageContaining("environment.A is missing or empty");
  }

  @Test
  void bagWithValuationBidsInAuction() throws IOException {
    String one = "version: 1, command: sleep 1, runtime: 1s, tasks: ";
    BagDraft draft = read("{" + one + "1, mechanism: auction, valuation: 120.5}");
    assertThat(draft.valuation()).hasValueSatisfying(v -> assertThat(v).isEqualTo("120.5"));
    assertThat(draft.usesAuction()).isTrue();
    assertThatThrownBy(() -> read("{" + one + "10001, mechanism: auction, valuation: 120}"))
        .hasMessageContaining(
            "mechanism is auction, but the bag has 10001 tasks; a bag in the auction may have 10000");
    assertThatThrownBy(() -> read("{" + one + "1, mechanism: auction}"))
        .hasMessageContaining("valuation is missing or empty, but must be what the bag is worth");
    assertThatThrownBy(() -> read("{" + one + "1, mechanism: lottery, valuation: 1}"))
        .hasMessageContaining("mechanism is \"lottery\", but must be auction or share");
    assertThatThrownBy(() -> read("{" + one + "1, valuation: 1}"))
        .hasMessageContaining("valuation is given, but the bag does not bid");
  }

  @Test
  void bagBidsOnTimeSharedHosts() throws IOException {
    String many = "version: 1, command: sleep 1, runtime: 1s, tasks: 9, budget: 50";
    assertThat(read("{" + many + ", mechanism: share}").share())
        .contains(new BagDraft.ShareBid(Optional.empty()));
    assertThat(read("{" + many + ", mechanism: share, bid_per_minute: 2.5}").share())
        .contains(new BagDraft.ShareBid(Optional.of(new BigDecimal("2.5"))));
    assertThat(read("{" + many + "}").share()).isEmpty();
    assertThatThrownBy(() -> read("{" + many + ", bid_per_minute: 2}"))
        .hasMessageContaining("bid_per_minute is given, but the mechanism is not");
    assertThatThrownBy(() -> read("{" + many + ", mechanism: share, valuation: 2}"))
        .hasMessageContaining("valuation is given, but the bag does not bid");
  }

  @Test
  void eachLineBecomesTask() throws IOException {
    LocalBag bag =
        readLocal("{version: 1, command: 'echo {line}', each_line: lines.txt, runtime: 1s}");
    Digest lines = Digest.of(folder.resolve("lines.txt"));
    assertThat(bag.draft().order().taskList()).isEqualTo(new TaskList.Lines(lines, 2));
    assertThat(bag.files()).containsOnlyKeys(lines);
  }

  @Test
  void valuesOfZipAreTakenTogether() throws IOException {
    String start = "{version: 1, runtime: 1s, command: 'run {seed} {n}', zip: ";
    WorkOrder order = read(start + "{seed: 1-3, n: [10, 20, 50]}}").order();
    assertThat(order.tasks()).isEqualTo(3);
    assertThat(order.taskCommand().text(2)).isEqualTo("run '3' '50'");
    assertThatThrownBy(() -> read(start + "{seed: 1-3, n: [10, 20]}}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("zip cannot be used: Parameter 'seed' has 3 values and 'n' has 2")
        .hasMessageContaining("Write for example \"zip: {seed: 1-3, n: [10, 20, 50]}\".");
    assertThatThrownBy(() -> read(start + "{seed: 3-1, n: 1}}"))
        .hasMessageContaining("zip.seed is \"3-1\", but must be an ascending range");
    assertThatThrownBy(() -> read(start + "{}}")).hasMessageContaining("zip cannot be used");
  }

  @Test
  void acceptsSingleValueAndMultilineCommand() throws IOException {
    BagDraft draft =
        read(
            """
            version: 1
            command: |
              set -e
              echo {n} {{braces}}
            sweep: {n: v1}
            runtime: 1h30m
            """);
    assertThat(draft.order().taskCommand().text(0)).isEqualTo("set -e\necho 'v1' {braces}\n");
    assertThat(draft.order().runtimeMillis()).isEqualTo(5_400_000);
  }

  @Test
  void optionsOverrideRequirementsOfFile() throws IOException {
    Instant later = Instant.parse("2026-11-21T00:00:00Z");
    BagDraft draft =
        read(COMPLETE).withRequirements(Optional.of(later), Optional.<BigDecimal>empty());
    assertThat(draft.deadline()).contains(later);
    assertThat(draft.budget()).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          version: 1 | version: 2 | line 1, column 10: version is 2, but must be 1.
          version: 1 | '' | version is missing or empty, but must be 1.\\nAdd the line "version: 1".
          version: 1 | version: one | version is "one", but must be 1.\\nWrite "version: 1"
          retries: 2 | memory: 4GB | memory is written in another way.\\nWrite "resources: {memory: 8G}"
          retries: 2 | email: a@b.org | email is written in another way.\\nWrite "notify: [done]"
          retries: 2 | gpus: 1 | gpus is written in another way.\\nWrite "resources: {gpus: 1}"
          name: pi-sweep | name: "\\e[31m" | line 2, column 7: name is "\\u001b[31m", but must be
          {n} | {m} | line 3, column 10: command cannot be used: The command has
          command: python3 | comand: python3 | comand is not a known field.\\nDid you mean command?
          seed: 1-3 | seed: 3-1 | line 4, column 15: sweep.seed is "3-1", but must be an ascending range
          seed: 1-3 | seed: 1-9999999 | sweep.seed is "1-9999999", but must be an ascending range
          seed: 1-3 | seed: 01-10 | without leading zeros
          seed: 1-3 | seed: | sweep.seed is missing or empty
          seed: 1-3 | seed: {a: 1} | sweep.seed is a group of fields, but must be a single value
          seed: 1-3 | 'seed: [[1]]' | sweep.seed[0] is a list, but must be a single value
          seed: 1-3 | 'seed: []' | sweep.seed cannot be used: The number of values
          seed: 1-3 | 'se-ed: [1]' | sweep.se-ed cannot be used: A parameter's name is
          n: [1e6, "007"] | 'n: 1-1000000' | sweep cannot be used: The sweep has more than 1000000 combinations
          {seed: 1-3, n: [1e6, "007"]} | 5 | sweep is 5, but must be
          inputs: [pi.py, data] | 'inputs: [pi.py, nowhere]' | line 5, column 17: inputs[1] cannot be used
          inputs: [pi.py, data] | 'inputs: [/etc/passwd]' | inputs[0] cannot be used
          inputs: [pi.py, data] | 'inputs: [../pi.py]' | inputs[0] cannot be used
          inputs: [pi.py, data] | 'inputs: [link]' | is a symbolic link
          inputs: [pi.py, data] | inputs: pi.py | inputs is "pi.py", but must be a list
          "*.json" | "../*" | line 6, column 11: outputs[0] cannot be used
          processors: 4 | processors: 0 | line 7, column 13: processors is 0, but must be a whole
          runtime: 2m | runtime: 120 | line 8, column 10: runtime is 120, but must be how long
          runtime: 2m | runtime: 0s | runtime is "0s", but must be how long one task takes
          runtime: 2m | '' | runtime is missing or empty, but must be how long one task takes
          profiler: ./profile.sh --sample 5 | profiler: "  " | The profiler has 2 bytes, and must have
          profiler: ./profile.sh --sample 5 | 'profiler: [a, b]' | profiler is a list, but must be a single value
          deadline: +3h | deadline: tomorrow | deadline is "tomorrow", but must be a time from now
          deadline: +3h | deadline: 2026-11-20T06:59 | but must be in the future.
          deadline: +3h | deadline: 2026-13-20T09:00 | Write +3h, 2026-11-20T09:00
          budget: 300.50 | budget: -1 | budget is -1, but must be from 0
          budget: 300.50 | budget: 3 EUR | budget is "3 EUR", but must be a number of credits
          retries: 2 | retries: 101 | retries is 101, but must be a whole number from 0 to 100
          retries: 2 | tasks: 5 | must have one of tasks, sweep, zip, each_line and each_row, but has tasks and sweep
          retries: 2 | each_line: nowhere.txt | but has sweep and each_line
          """)
  void explainsInvalidFields(String good, String bad, String expected) {
    assertThat(COMPLETE).contains(good);
    assertThatThrownBy(() -> read(COMPLETE.replace(good, bad)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(expected.replace("\\n", "\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nowhere.txt | line 1, column 50: each_line cannot be used: File 'nowhere.txt' does not exist in /
          data | each_line cannot be used: 'data' is a folder. Give a text file
          "a\\0b" | each_line cannot be used: File 'a\\u0000b' does not exist in /
          """)
  void explainsInvalidLinesFile(String file, String expected) {
    String text = "{version: 1, runtime: 1s, command: a, each_line: " + file + "}";
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void findsChosenFilesByPathOrLastName() {
    Digest digest = new Digest("0".repeat(64));
    NamedFiles files =
        new NamedFiles(
            List.of(
                new NamedFiles.NamedFile("lines.txt", digest, 9, 3),
                new NamedFiles.NamedFile("data/a.csv", digest, 5, 1)));
    String text =
        "{version: 1, runtime: 1s, command: 'echo {line}', each_line: in/lines.txt, inputs: ";
    WorkOrder order = BagFileReader.readText(text + "[data/a.csv]}", files, CLOCK).order();
    assertThat(order.taskList()).isEqualTo(new TaskList.Lines(digest, 3));
    assertThat(order.inputs())
        .containsExactly(new InputFile(new RelativePath("data/a.csv"), digest, 5, false));
    assertThatThrownBy(
            () ->
                BagFileReader.readText(
                    "{version: 1, runtime: 1s, command: a, each_row: data/a.csv}", files, CLOCK))
        .hasMessageContaining("each_row cannot be used: Rows of a CSV file can be submitted only")
        .hasMessageContaining("Use tender submit, or each_line.");
    assertThatThrownBy(() -> BagFileReader.readText(text + "[b.csv]}", files, CLOCK))
        .hasMessageContaining("bag file, line 1, column 85: inputs[0] cannot be used")
        .hasMessageContaining("'b.csv' is not chosen.\nChoose the file beside the bag file.");
  }

  /** Every mutated file is either read or rejected with an InputException. */
  @Tag("slow")
  @Test
  void readsOrRejectsEveryMutation() throws IOException {
    List<String> nasty =
        List.of(
            "",
            "~",
            "-1",
            "1e400",
            "0-9999999999",
            "1-3",
            "[]",
            "{}",
            "[[]]",
            "\"\\0\"",
            "../..",
            "/dev/zero",
            ".",
            "+",
            "+9999999999d",
            "{seed}",
            "{",
            "}}",
            "*a",
            "&a",
            "!!binary x",
            "\"\\uD800\"",
            "?",
            "- ",
            ":",
            "'",
            "9".repeat(400),
            "x".repeat(20_000),
            "data",
            "link");
    Random random = new Random(5);
    String lines = COMPLETE.replaceAll("sweep: .*", "each_line: lines.txt").replaceAll("[{}]", "");
    int read = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      String[] words = (i % 2 == 0 ? COMPLETE : lines).split("(?<=[ ,{}:\\n])");
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        words[random.nextInt(words.length)] = nasty.get(random.nextInt(nasty.size())) + "\n";
      }
      String text = String.join("", words);
      try {
        read(text);
        read++;
      } catch (InputException e) {
        assertThat(e.getMessage().codePoints())
            .noneMatch(c -> Character.isISOControl(c) && c != 10);
      } catch (RuntimeException e) {
        throw new AssertionError(text, e);
      }
    }
    assertThat(read).as("some are read and some are rejected").isBetween(1, MUTATIONS - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "+90s, 2026-11-20T06:01:30Z",
    "+1d12h, 2026-11-21T18:00:00Z",
    "2026-11-20T09:00, 2026-11-20T08:00:00Z",
    "2026-11-20 09:00, 2026-11-20T08:00:00Z",
    "2026-11-20T09:00:30, 2026-11-20T08:00:30Z",
    "2026-11-20T09:00Z, 2026-11-20T09:00:00Z",
    "2026-11-20T09:00-05:00, 2026-11-20T14:00:00Z"
  })
  void readsDeadlines(String text, Instant instant) {
    assertThat(TimeText.instant(text, CLOCK)).contains(instant);
  }

  @ParameterizedTest
  @CsvSource({"+", "+3", "3h", "-3h", "+3h2d", "9:00", "2026-11-20", "+99999d", "nonsense"})
  void rejectsInvalidDeadlines(String text) {
    assertThat(TimeText.instant(text, CLOCK)).isEmpty();
  }
}
