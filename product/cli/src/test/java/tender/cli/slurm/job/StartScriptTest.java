package tender.cli.slurm.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.inputs.InputTree;
import tender.cli.slurm.option.BatchScript;

/** The program that starts a script at a task, and the substitute of srun, with a real shell. */
class StartScriptTest {
  @TempDir private Path folder;

  private record Run(int exitCode, String out, String err) {}

  /** Runs a script as task 2 of a job, in the environment of another job of Slurm. */
  private Run run(String index, String variables, String script, String... arguments)
      throws IOException, InterruptedException {
    try (JobFiles files = new JobFiles()) {
      files.write(BatchScript.read("x.sh", script), variables);
      for (InputTree.Entry entry : files.entries()) {
        Path to = folder.resolve(entry.file().path().value());
        Files.createDirectories(to.resolveSibling("."));
        Files.copy(entry.onDisk(), to);
        assertThat(to.toFile().setExecutable(entry.file().executable())).isTrue();
      }
    }
    List<String> command = new ArrayList<>(List.of(".slurm/start", index, ".slurm/script/x.sh"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "TENDER_SBATCH_JOB", "500",
                "TENDER_TASK_ID", "2",
                "TENDER_ATTEMPT", "0",
                "SLURM_JOB_NAME", "of-provider",
                "SLURM_ARRAY_TASK_ID", "99",
                "SLURM_CLUSTER_NAME", "north"));
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    Process process =
        builder
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  @Test
  void arrayTaskHasVariablesOfItsJob() throws Exception {
    Run run =
        run(
            "7",
            "SLURM_NTASKS='3'\n",
            """
            #!/bin/sh
            echo $SLURM_ARRAY_JOB_ID $SLURM_ARRAY_TASK_ID $SLURM_JOB_ID $SLURM_NTASKS
            echo ${SLURM_JOB_NAME-none} $SLURM_CLUSTER_NAME ${SLURM_RESTART_COUNT-first}
            cd "$SLURM_SUBMIT_DIR" && echo "$1" && exit 3
            """,
            "two words");
    assertThat(run).isEqualTo(new Run(3, "500 7 502 3\nnone north first\ntwo words\n", ""));
  }

  @Test
  void singleJobHasNoArray() throws Exception {
    Run run =
        run(
            "-",
            "",
            "#!/bin/sh\necho ${SLURM_ARRAY_TASK_ID-none} ${SLURM_ARRAY_JOB_ID-none} $SLURM_JOB_ID\n");
    assertThat(run.out()).isEqualTo("none none 500\n");
  }

  @Test
  void outputsAreInOrderAndFailureIsInErrorOutput() throws Exception {
    Run run =
        run(
            "-",
            "tender_one_output='yes'\n",
            "#!/bin/sh\necho first\necho second >&2\necho third\nexit 4\n");
    assertThat(run).isEqualTo(new Run(4, "first\nsecond\nthird\n", "first\nsecond\nthird\n"));
  }

  @Test
  void scriptGetsSignalBeforeItsEnd() throws Exception {
    Run run =
        run(
            "-",
            "tender_signal='USR1'\ntender_signal_after='1'\n",
            """
            #!/bin/bash
            trap 'echo checkpoint; exit 5' USR1
            for i in $(seq 100); do sleep 0.1; done
            """);
    assertThat(run).isEqualTo(new Run(5, "checkpoint\n", ""));
  }

  @Test
  void srunStartsProcesses() throws Exception {
    Run run =
        run(
            "-",
            "SLURM_NTASKS='2'\n",
            """
            #!/bin/bash
            srun --exact -c 1 sh -c 'echo $SLURM_PROCID of $SLURM_NTASKS' | sort
            srun -n1 --label sh -c 'echo labelled; exit 6'
            echo $?
            srun -n 3 sh -c 'exit $SLURM_PROCID'
            echo $?
            srun --mpi=pmix ./x
            """);
    assertThat(run.out()).isEqualTo("0 of 2\n1 of 2\n0: labelled\n6\n2\n");
    assertThat(run.exitCode()).isOne();
    assertThat(run.err()).contains("--mpi=pmix", "mpirun");
  }
}
