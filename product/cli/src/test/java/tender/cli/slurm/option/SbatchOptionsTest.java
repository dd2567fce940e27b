package tender.cli.slurm.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of options is complete, and the documentation has the same table. */
class SbatchOptionsTest {
  /** All options of the manual page of sbatch 22.05, except for help, usage and version. */
  private static final String MANUAL_PAGE =
      "account acctg-freq array batch bb bbf begin chdir cluster-constraint clusters comment"
          + " constraint container contiguous core-spec cores-per-socket cpu-freq cpus-per-gpu"
          + " cpus-per-task deadline delay-boot dependency distribution error exclude exclusive"
          + " export export-file extra-node-info get-user-env gid gpu-bind gpu-freq gpus"
          + " gpus-per-node gpus-per-socket gpus-per-task gres gres-flags hint hold ignore-pbs"
          + " input job-name kill-on-invalid-dep licenses mail-type mail-user mcs-label mem"
          + " mem-bind mem-per-cpu mem-per-gpu mincpus network nice no-kill no-requeue nodefile"
          + " nodelist nodes ntasks ntasks-per-core ntasks-per-gpu ntasks-per-node"
          + " ntasks-per-socket open-mode output overcommit oversubscribe parsable partition"
          + " power prefer priority profile propagate qos quiet reboot requeue reservation"
          + " signal sockets-per-node spread-job switches test-only thread-spec"
          + " threads-per-core time time-min tmp uid use-min-nodes verbose wait wait-all-nodes"
          + " wckey wrap";

  private static final Path PAGE = Path.of("../../docs/use/sbatch.md");

  @Test
  void tableHasEveryOptionOfManualPage() {
    assertThat(SbatchOptions.all().stream().map(SbatchOption::name))
        .contains(MANUAL_PAGE.split(" "));
  }

  @Test
  void lettersAndVariablesAreUnique() {
    assertThat(column(SbatchOption::letter)).doesNotHaveDuplicates();
    assertThat(column(SbatchOption::variable))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.startsWith("SBATCH_"));
  }

  private static List<String> column(Function<SbatchOption, String> column) {
    return SbatchOptions.all().stream().map(column).filter(text -> !text.isEmpty()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void documentationHasSameRows(Fate fate) throws IOException {
    List<String> rows =
        SbatchOptions.all().stream()
            .filter(option -> option.fate() == fate)
            .map(SbatchOptionsTest::row)
            .toList();
    assertThat(rows).isNotEmpty();
    assertThat(Files.readString(PAGE)).contains(String.join("\n", rows));
  }

  @Test
  void documentationHasNoOtherRows() throws IOException {
    List<String> rows = SbatchOptions.all().stream().map(SbatchOptionsTest::row).toList();
    try (Stream<String> lines = Files.lines(PAGE)) {
      assertThat(
              lines
                  .dropWhile(line -> !line.equals("### Honoured"))
                  .takeWhile(line -> !line.equals("## Files that the tasks need"))
                  .filter(line -> line.startsWith("| `"))
                  .toList())
          .containsExactlyElementsOf(rows);
    }
  }

  private static String row(SbatchOption option) {
    String argument = option.argument();
    String joined = argument.isEmpty() || argument.startsWith("[=") ? argument : "=" + argument;
    String letter = option.letter().isEmpty() ? "" : "`-" + option.letter() + "`, ";
    return "| %s`%s%s` | %s |"
        .formatted(letter, option, joined.replace("|", "\\|"), option.note().replace("|", "\\|"));
  }
}
