package tender.agent.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.JobLabels;
import tender.agent.batch.folder.WorkFolder;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

final class SbatchCommandTest {
  private static final ArrayJob JOB =
      new ArrayJob("tender-1", Path.of("/work/chunk"), 3, 2, 90_000, 2, Optional.empty());

  @Test
  void ownersOptionsComeBeforeThoseOfTheAgent() {
    var options =
        new SlurmOptions(
            Optional.of("market"),
            Optional.of("low"),
            List.of("--mem-per-cpu=500M", "--exclusive"));

    assertThat(command(JOB, options))
        .startsWith(
            "sbatch",
            "--account=market",
            "--qos=low",
            "--mem-per-cpu=500M",
            "--exclusive",
            "--parsable",
            "--job-name=tender-1",
            "--array=0-2%2")
        .contains("--time=2")
        .endsWith("/work/tender-task", "/work/chunk", "120");
  }

  @Test
  void requestBecomesOptions() {
    var options =
        new SlurmOptions(Optional.empty(), Optional.empty(), List.of("--mem-per-cpu=500M"));
    var request =
        TaskRequest.onOneNode(new ResourceAmounts(2, 8_192, 1, 20_480))
            .withGpuType("a100")
            .withFeature("ib")
            .withFeature("avx512")
            .onExclusiveNodes();

    assertThat(command(JOB.withRequest(Optional.of(request)), options))
        .contains(
            "--mem=8192M",
            "--gres=gpu:a100:1",
            "--tmp=20480M",
            "--constraint=avx512&ib",
            "--exclusive")
        .doesNotContain("--mem-per-cpu=500M");
    assertThat(command(JOB, options)).contains("--mem-per-cpu=500M");
  }

  @Test
  void commentNamesBagAndPart() {
    assertThat(command(JOB, SlurmOptions.NONE)).noneMatch(text -> text.startsWith("--comment"));
    assertThat(
            command(
                JOB.withLabels(new JobLabels("k3f9", "1.0", "my sweep, \"x=1\"", "ann b")),
                SlurmOptions.NONE))
        .contains("--comment=tender user=ann_b bag=k3f9 part=1.0 name=my_sweep___x_1_");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --array=0-9       | --array itself
          --output=x        | --output itself
          --job-name=x      | --job-name itself
          --job=x           | --job-name itself
          --time=5          | --time itself
          --dependency=1    | --dependency itself
          --no              | --no-requeue itself
          --partition=other | use the setting 'slurm.partition'
          --acc=x           | use the setting 'slurm.account'
          -p other          | must be in its long form
          --mem 5           | must be in its long form
          script.sh         | must be in its long form
          """)
  void optionsOfTheAgentAreRejected(String option, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SlurmOptions(Optional.empty(), Optional.empty(), List.of(option)))
        .withMessageContaining("'slurm.extra_options' has '" + option + "'")
        .withMessageContaining(message);
  }

  @Test
  void accountMustBeAName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SlurmOptions(Optional.of("a b"), Optional.empty(), List.of()))
        .withMessageContaining("'slurm.account' is 'a b'");
  }

  private static List<String> command(ArrayJob job, SlurmOptions options) {
    return SbatchCommand.of(
        job,
        new SlurmSettings(Optional.empty(), "main", 100, options, Optional.empty()),
        new WorkFolder(Path.of("/work")));
  }
}
