package tender.cli.slurm.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tender.bagfile.NotificationChoice;
import tender.bagfile.WorkOrder;
import tender.cli.slurm.option.BatchScript;
import tender.cli.slurm.option.OptionParser;
import tender.cli.slurm.option.OptionValues;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Each script of {@code examples/slurm} becomes a bag, or is refused with the reasons. */
class SbatchFatesTest {
  private static final Path EXAMPLES = Path.of("../../examples/slurm");
  private static final Clock CLOCK = Clock.systemUTC();

  record Fate(
      String script,
      @Nullable List<String> options,
      @Nullable List<String> arguments,
      @Nullable Integer exit,
      @Nullable List<String> ignored,
      @Nullable List<String> reasons,
      @Nullable Boolean slurm) {
    @Override
    public String toString() {
      return script;
    }
  }

  static List<Fate> fates() {
    return YAMLMapper.shared()
        .readValue(EXAMPLES.resolve("fates.yaml").toFile(), new TypeReference<List<Fate>>() {});
  }

  private static OptionValues values(List<String> words) {
    CommandSpec command = CommandSpec.create();
    OptionParser.addAll(command);
    return OptionParser.values(new CommandLine(command).parseArgs(words.toArray(String[]::new)));
  }

  private static SbatchJob job(String script, List<String> options, List<String> arguments)
      throws IOException {
    BatchScript read = BatchScript.read(script, Files.readString(EXAMPLES.resolve(script)));
    List<String> words = new ArrayList<>(options);
    words.add("--chdir=" + EXAMPLES);
    return new SbatchJob(
        read, arguments, values(words).orElse(read.options()), Map.of("HOME", "/home/ada"), CLOCK);
  }

  private static List<String> orNone(@Nullable List<String> list) {
    return list == null ? List.of() : list;
  }

  @ParameterizedTest
  @MethodSource("fates")
  void scriptHasItsFate(Fate fate) throws IOException {
    if (fate.reasons() != null) {
      assertThatThrownBy(
              () -> {
                try (SbatchJob job = job(fate.script(), orNone(fate.options()), List.of())) {
                  var _ = job.bag(_ -> List.of());
                }
              })
          .isInstanceOf(IllegalArgumentException.class)
          .message()
          .contains(fate.reasons());
      return;
    }
    try (SbatchJob job = job(fate.script(), orNone(fate.options()), orNone(fate.arguments()))) {
      WorkOrder order = job.bag(_ -> List.of()).draft().order();
      assertThat(order.name()).isEqualTo(fate.script().replace(".sh", ""));
      assertThat(order.inputs().stream().map(input -> input.path().value()))
          .contains(".slurm/start", ".slurm/script/" + fate.script());
      List<String> ignored =
          job.warnings().stream().filter(line -> line.contains(" is ignored: ")).toList();
      assertThat(ignored).hasSize(orNone(fate.ignored()).size());
      orNone(fate.ignored())
          .forEach(
              option ->
                  assertThat(ignored).anyMatch(line -> line.contains(option + " is ignored: ")));
    }
  }

  @Test
  void everyScriptHasFate() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      assertThat(
              files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".sh")))
          .containsExactlyInAnyOrderElementsOf(fates().stream().map(Fate::script).toList());
    }
  }

  @Test
  void resourcesAreThoseOfOneTask() throws IOException {
    List<String> options =
        List.of(
            "--ntasks=4", "-c2", "--mem-per-cpu=1500", "--gpus=a100:2", "--tmp=1G", "--runtime=3m");
    try (SbatchJob job = job("hello.sh", options, List.of())) {
      WorkOrder order = job.bag(_ -> List.of()).draft().order();
      assertThat(order.width()).isEqualTo(8);
      assertThat(order.runtimeMillis()).isEqualTo(180_000);
      assertThat(order.resources().orElseThrow().memoryMib()).containsExactly(12_000);
      assertThat(order.resources().orElseThrow().gpus()).isEqualTo(2);
      assertThat(order.resources().orElseThrow().gpuType()).isEqualTo("a100");
      assertThat(order.resources().orElseThrow().scratchMib()).isEqualTo(1_024);
    }
  }

  @Test
  void mailOptionsAreNotificationsOfTheBag() throws IOException {
    List<String> options = List.of("--mail-type=END,FAIL,REQUEUE", "--mail-user=ada@example.org");
    try (SbatchJob job = job("hello.sh", options, List.of())) {
      assertThat(
              job.bag(address -> List.of(address.orElseThrow().replace("@example.org", "")))
                  .draft()
                  .notification())
          .contains(
              new NotificationChoice(
                  Optional.of(List.of("done", "ended", "tasks-failed")), List.of("ada")));
      assertThat(job.warnings()).isEmpty();
    }
    try (SbatchJob job = job("hello.sh", List.of("--mail-type=none"), List.of())) {
      assertThat(job.bag(_ -> List.of()).draft().notification())
          .contains(new NotificationChoice(Optional.of(List.of()), List.of()));
    }
    try (SbatchJob job = job("hello.sh", options, List.of())) {
      assertThat(job.bag(_ -> List.of()).draft().notification()).isEmpty();
      assertThat(job.warnings())
          .hasSize(2)
          .allMatch(line -> line.contains("none of your confirmed addresses"));
    }
  }

  @Test
  void argumentsReachScriptAsTheyAre() throws IOException {
    try (SbatchJob job = job("sweep.sh", List.of(), List.of("{x}", "it's"))) {
      WorkOrder order = job.bag(_ -> List.of()).draft().order();
      assertThat(order.taskCommand().text(2))
          .isEqualTo(".slurm/start '2' .slurm/script/sweep.sh '{x}' 'it'\\''s'");
    }
  }

  @Test
  void variablesOfTerminalAreNamed() {
    BatchScript script =
        BatchScript.read(
            "x.sh", "#!/bin/sh\nA=1\necho $A $DATA_DIR ${HOME} $OTHER\nscontrol show job\n");
    try (SbatchJob job =
        new SbatchJob(
            script,
            List.of(),
            values(List.of("-t", "5", "--export=OTHER,B=2")),
            Map.of("A", "0", "DATA_DIR", "/d", "HOME", "/h", "OTHER", "o"),
            CLOCK)) {
      assertThat(job.bag(_ -> List.of()).draft().order().taskOptions().environment())
          .containsEntry("OTHER", "o")
          .containsEntry("B", "2");
      assertThat(job.warnings())
          .anyMatch(line -> line.contains("uses DATA_DIR,") && line.contains("--export=DATA_DIR"))
          .anyMatch(line -> line.contains("uses scontrol:"))
          .hasSize(2);
    }
  }
}
