package tender.cli.slurm.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchScriptTest {
  private static OptionValues options(String... lines) {
    return BatchScript.read("x.sh", "#!/bin/bash\n" + String.join("\n", lines) + "\n").options();
  }

  @Test
  void optionsEndAtFirstCommand() {
    OptionValues options =
        options(
            "", "# a comment", "##SBATCH --mem=1", "#SBATCH -t 5", "echo hello", "#SBATCH -c 4");
    assertThat(options.byName()).containsOnlyKeys("time");
  }

  @Test
  void shortLongJoinedAndQuotedFormsAreRead() {
    OptionValues options =
        options(
            "#SBATCH -J\"two words\" -c4  --mem 8G # rest",
            "#SBATCH --comment='a # b' --exclusive",
            "#SBATCH --requeue -o x.out");
    assertThat(options.value("job-name")).contains("two words");
    assertThat(options.value("cpus-per-task")).contains("4");
    assertThat(options.value("mem")).contains("8G");
    assertThat(options.value("comment")).contains("a # b");
    assertThat(options.value("exclusive")).contains("");
    assertThat(options.has("requeue")).isTrue();
    assertThat(options.value("output")).contains("x.out");
  }

  @Test
  void optionalArgumentMustBeJoined() {
    assertThat(options("#SBATCH --exclusive=user --nice --mem=1G").value("exclusive"))
        .contains("user");
    assertThat(options("#SBATCH --nice -t 5").value("nice")).contains("");
  }

  @Test
  void laterLinesAndStrongerSourcesWin() {
    OptionValues script = options("#SBATCH --time=5", "#SBATCH --time=6", "#SBATCH --qos=low");
    assertThat(script.value("time")).contains("6");
    OptionValues environment =
        OptionValues.ofEnvironment(Map.of("SBATCH_TIMELIMIT", "7", "SBATCH_REQUEUE", "1"));
    assertThat(environment.orElse(script).value("time")).contains("7");
    assertThat(environment.orElse(script).value("qos")).contains("low");
    assertThat(environment.has("requeue")).isTrue();
  }

  @Test
  void linesForTenderAreReadToo() {
    OptionValues options =
        options("#TENDER --inputs=a,b --inputs=c", "#TENDER --deadline=+6h", "#SBATCH -t 5");
    assertThat(options.items("inputs")).containsExactly("a", "b", "c");
    assertThat(options.value("deadline")).contains("+6h");
  }

  @Test
  void errorNamesLine() {
    assertThatThrownBy(() -> options("#SBATCH -t 5", "#SBATCH --frobnicate"))
        .hasMessageContaining("x.sh, line 3")
        .hasMessageContaining("--frobnicate");
    assertThatThrownBy(() -> options("#SBATCH --inputs=a")).hasMessageContaining("--inputs");
    assertThatThrownBy(() -> options("#SBATCH hetjob"))
        .isInstanceOf(RefusedOptionException.class)
        .hasMessageContaining("line 2: hetjob");
  }

  @Test
  void otherTextsAreNoScripts() {
    assertThatThrownBy(() -> BatchScript.read("x", "echo\n")).hasMessageContaining("#!");
    assertThatThrownBy(() -> BatchScript.read("x", "#!/bin/sh\r\necho\r\n"))
        .hasMessageContaining("DOS");
  }
}
