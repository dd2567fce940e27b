package tender.agent.batch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.EndedTask;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.PilotContract;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.TaskSet;

@Tag("slow")
class ProcessBatchSystemTest extends PilotContract {
  @TempDir static Path work;

  private ProcessBatchSystem processes;

  @Override
  protected BatchSystem system(WorkFolder workFolder) throws Exception {
    processes = new ProcessBatchSystem(workFolder, PROCESSORS);
    return processes;
  }

  @Override
  protected Path work() {
    return work;
  }

  @Override
  protected void submitLocal(int width, int seconds, long limitMillis) {
    processes.submitLocal(width, limitMillis, List.of("sleep", Integer.toString(seconds)));
  }

  @Override
  protected void clear() {
    processes.stop();
  }

  @Test
  void taskIsStoppedAtItsTimeLimit() throws Exception {
    Path chunk = prepare("slow", 1, task -> "sleep 100");
    var job = new ArrayJob(bag + ".slow", chunk, 1, 1, 300, 1, Optional.empty());
    system.submit(job);
    awaitEnd(job, 0, EndReason.TIME_LIMIT);
    assertThat(part.taskExits()).isEmpty();
  }

  @Test
  void arraysSurviveTheSubmittingProgram() throws Exception {
    // The first task ends immediately, the second runs, the third waits for a file, the rest for
    // processors.
    ArrayJob job =
        job(
            "outlive",
            PROCESSORS + 3,
            task ->
                switch (task) {
                  case 0 -> "exit 3";
                  case 1 -> "sleep 100";
                  default -> "until [ -e go ]; do sleep 0.1; done; echo ran >>ran";
                },
            1,
            PROCESSORS + 3);
    Process program = program(job);
    Await.until("claims", () -> part.isClaimed(PROCESSORS, 0) && part.taskExits().size() == 1);
    program.destroyForcibly().waitFor();

    var next = new ProcessBatchSystem(workFolder, PROCESSORS);
    system = next;
    processes = next;
    assertThat(next.queue().ownTasks()).hasSize(PROCESSORS + 2);
    assertThat(running(job)).hasSize(PROCESSORS).contains(1);
    for (int task = 2; task < PROCESSORS + 3; task++) {
      Files.createFile(part.taskFolder(task).resolve("go"));
    }
    assertThat(codes(PROCESSORS + 2)).containsEntry(0, 3).containsEntry(PROCESSORS + 2, 0);
    assertThat(part.taskFolder(PROCESSORS + 2).resolve("ran")).hasContent("ran\n");
    assertThat(part.taskFolder(2).resolve("ran")).hasContent("ran\n");
    Await.until("one left", () -> next.queue().ownTasks().size() == 1);
    next.cancel(job.name(), TaskSet.range(1, 2));
    Await.until("none left", () -> next.queue().ownTasks().isEmpty());
    assertThat(next.queue().endedTasks())
        .containsExactly(new EndedTask(job.name(), 1, EndReason.CANCELLED));
    assertThat(new ProcessBatchSystem(workFolder, PROCESSORS).queue().ownTasks()).isEmpty();
  }

  @Test
  void pilotsSurviveTheSubmittingProgram() throws Exception {
    int tasks = 60;
    // More pilots than processors, so that some wait.
    ArrayJob job = pilots(PROCESSORS + 2, tasks, 60_000, "echo run >>runs; sleep 0.5; exit 3");
    Process program = program(job);
    Await.until("some to end", () -> part.taskExits().size() > PROCESSORS);
    program.destroyForcibly().waitFor();

    var next = new ProcessBatchSystem(workFolder, PROCESSORS);
    system = next;
    processes = next;
    assertThat(next.queue().ownTasks()).isNotEmpty();
    assertThat(codes(tasks))
        .hasSize(tasks)
        .allSatisfy((task, code) -> assertThat(code).isEqualTo(3));
    Await.until("none left", () -> next.queue().ownTasks().isEmpty());
    for (int task = 0; task < tasks; task++) {
      assertThat(part.taskFolder(task).resolve("runs")).hasContent("run\n");
    }
    assertThat(next.queue().endedTasks()).isEmpty();
  }

  /** Starts another program with its own batch system in the same folder. */
  private static Process program(ArrayJob job) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            SubmitsAndStays.class.getName(),
            work.toString(),
            Integer.toString(PROCESSORS),
            job.name(),
            job.folder().toString(),
            Integer.toString(job.size()))
        .inheritIO()
        .start();
  }

  /** Submits an array and then sleeps until it is killed. */
  static final class SubmitsAndStays {
    private SubmitsAndStays() {}

    static void main(String[] arguments) throws Exception {
      int size = Integer.parseInt(arguments[4]);
      new ProcessBatchSystem(new WorkFolder(Path.of(arguments[0])), Integer.parseInt(arguments[1]))
          .submit(PilotContract.job(arguments[2], Path.of(arguments[3]), size, 1, size));
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  @Test
  void tooWideArrayIsRefused() throws Exception {
    ArrayJob job = job("huge", 1, task -> "true", PROCESSORS + 1, 1);
    assertThatThrownBy(() -> system.submit(job))
        .isInstanceOf(BatchSystemException.class)
        .hasMessageContaining("9 processors");
  }
}
