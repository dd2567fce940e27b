package tender.agent.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tender.agent.Await;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.folder.ChunkFile;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.folder.TaskClaim;
import tender.agent.batch.folder.TaskExit;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** What the agent requires of every batch system that runs pilots. */
public abstract class PilotContract extends BatchSystemContract {
  private static final long MINUTE = Time.MINUTE_MILLIS;

  @Test
  void everyTaskOfPilotHasItsOwnExitCode() throws Exception {
    int tasks = 40;
    ArrayJob job =
        pilots(
            3,
            tasks,
            MINUTE,
            "echo $TENDER_TASK_ID of $TENDER_TASK_COUNT; exit $((TENDER_TASK_ID % 7))");
    system.submit(job);
    assertThat(codes(tasks)).isEqualTo(expected(tasks, task -> task % 7));
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    assertThat(system.queue().endedTasks()).noneMatch(task -> task.jobName().equals(job.name()));
    assertThat(stdout(31)).isEqualTo("31 of 40\n");
    assertThat(part.claims()).hasSize(tasks);
    // The pilot that starts first also runs tasks of the others.
    assertThat(part.pilotOf(new TaskClaim(0, 0)))
        .hasValueSatisfying(pilot -> assertThat(pilot.chunk()).isEqualTo(job.name()));
    assertThat(job.folder().resolve("over.2")).exists();
  }

  @Test
  void peakMemoryIsThatOfEachTaskOfPilot() throws Exception {
    system.submit(pilots(1, 2, MINUTE, task -> task == 0 ? USE_MEMORY : "sleep 3"));
    assertThat(codes(2)).isEqualTo(expected(2, task -> 0));
    Map<Integer, Long> peaks = new TreeMap<>();
    part.taskExits().forEach(exit -> peaks.put(exit.taskIndex(), exit.peakKib().orElse(0)));
    assertThat(peaks.get(0)).isBetween(40_000L, 400_000L);
    assertThat(peaks.get(1)).isBetween(1L, 20_000L);
  }

  @Test
  void taskThatKillsItselfDoesNotAffectOthers() throws Exception {
    system.submit(
        pilots(
            1,
            5,
            MINUTE,
            task ->
                switch (task) {
                  case 1 -> "kill -9 $$";
                  case 2 -> "kill -TERM $$; sleep 9";
                  case 3 -> "this-is-no-command";
                  default -> "trap '' TERM; set -e; cd /; exec 9>&-; exit " + task;
                }));
    assertThat(codes(5)).isEqualTo(new TreeMap<>(Map.of(0, 0, 1, 137, 2, 143, 3, 127, 4, 4)));
    // The same, where a copy of the pilot's own shell reads the command.
    assertThat(Files.readString(part.controlFolder(3).resolve("stderr"))).contains("not found");
  }

  @Test
  void taskThatDeceivesItsSandboxHarmsOnlyItself() throws Exception {
    assumeTrue(sandbox().isPresent());
    system.submit(
        pilots(
            1,
            6,
            MINUTE,
            task ->
                switch (task) {
                  case 1 -> "echo 1.0 ../../forged >/proc/2/fd/6; exit 1";
                  case 2 -> "echo 5.0 9 >/proc/2/fd/6; exit 2";
                  case 3 -> "kill -9 2; sleep 100";
                  default -> "exit 0";
                }));
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    // Without an exit code, task 3 is lost.
    assertThat(codes(5)).isEqualTo(new TreeMap<>(Map.of(0, 0, 1, 255, 2, 2, 4, 0, 5, 0)));
    assertThat(part.path().resolve("ended").toFile().list()).hasSize(5);
  }

  @Test
  void overrunningTaskIsKilledWithItsProcesses() throws Exception {
    String command =
        "case $TENDER_TASK_ID in 0) trap '' TERM; setsid sleep 4712 & timeout 4711 sleep 4711;; esac; exit 3";
    system.submit(pilots(1, 3, 2 * Time.SECOND_MILLIS, command));
    assertThat(codes(3)).isEqualTo(new TreeMap<>(Map.of(0, 124, 1, 3, 2, 3)));
    assertThat(processes("sleep 471")).isEmpty();
  }

  @Test
  void processesOfTaskEndBeforeNextTask() throws Exception {
    List<String> commands =
        List.of(
            "sleep 4721 & nohup sleep 4722 & exit 0",
            "setsid sleep 4723 & cd / && (sleep 4724 &) ; exit 0",
            "(exec 9>&- && sleep 4725 &) ; setsid sleep 4726 9>&- & exit 0",
            "true");
    IntFunction<String> seen =
        task ->
            "for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline; echo; done 2>/dev/null"
                + " | grep '^sleep 472'; true\n"
                + commands.get(task);
    system.submit(pilots(1, commands.size(), MINUTE, seen));
    assertThat(codes(commands.size())).isEqualTo(expected(commands.size(), task -> 0));
    for (int task = 0; task < commands.size(); task++) {
      assertThat(stdout(task)).isEmpty();
    }
    assertThat(processes("sleep 472")).isEmpty();
  }

  @Test
  void otherPilotsRunTasksOfCancelledPilot() throws Exception {
    int tasks = 60;
    ArrayJob job = pilots(3, tasks, MINUTE, "echo run >>runs; sleep 0.3; exit 5");
    system.submit(job);
    Await.until("some to end", () -> part.taskExits().size() >= 6);
    system.cancel(job.name(), TaskSet.range(1, 2));
    awaitEnd(job, 1, EndReason.CANCELLED);
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    List<TaskClaim> claims = part.claims();
    assertThat(claims).hasSize(tasks);
    List<TaskExit> exits = part.taskExits();
    // At most the task that the cancelled pilot was running has no exit code.
    assertThat(exits).hasSizeBetween(tasks - 1, tasks).allMatch(one -> one.exitCode() == 5);
    for (TaskClaim claim : claims) {
      Path runs = part.taskFolder(claim.taskIndex()).resolve("runs");
      if (part.exitCode(claim.taskIndex(), 0).isEmpty()) {
        assertThat(part.pilotOf(claim)).contains(new TaskClaim.PilotId(job.name(), 1));
        // It may have been cancelled between its claim and its command.
        if (!Files.exists(runs)) {
          continue;
        }
      }
      assertThat(runs).hasContent("run\n");
    }
  }

  @Test
  void pilotStartsNoTaskThatItCannotFinish() throws Exception {
    int tasks = 30;
    Path chunk = write(1, tasks, 2 * Time.SECOND_MILLIS, task -> "sleep 0.5");
    // The script ends 20 s and a task's limit before this, where a batch system counts in seconds.
    system.submit(new ArrayJob(jobName("pilots"), chunk, 1, 1, 25_000, 1, Optional.empty()));
    Await.until("something to end", () -> !part.taskExits().isEmpty());
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    assertThat(part.claims()).hasSameSizeAs(part.taskExits());
  }

  @Test
  void repeatedPilotsRunNoTaskTwice() throws Exception {
    int tasks = 12;
    ArrayJob job = pilots(2, tasks, MINUTE, "echo run >>runs; sleep 0.1");
    system.submit(job);
    Path again =
        part.writeChunk(
            "again",
            tasks,
            ChunkFile.read(job.folder()),
            PilotArray.read(job.folder()).orElseThrow(),
            Optional.of("echo run >>runs; sleep 0.1"));
    system.submit(job(jobName("again"), again, 2, 1, 2));
    assertThat(codes(tasks)).hasSize(tasks);
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    for (int task = 0; task < tasks; task++) {
      assertThat(part.taskFolder(task).resolve("runs")).hasContent("run\n");
    }
  }

  private static Map<Integer, Integer> expected(int tasks, IntFunction<Integer> code) {
    return IntStream.range(0, tasks)
        .boxed()
        .collect(Collectors.toMap(i -> i, code::apply, (a, b) -> a, TreeMap::new));
  }

  private static List<String> processes(String command) {
    return ProcessHandle.allProcesses()
        .map(process -> process.info().commandLine().orElse(""))
        .filter(line -> line.contains(command))
        .toList();
  }

  /** Pilots for tasks with separate commands. */
  protected ArrayJob pilots(
      int pilots, int tasks, long taskLimitMillis, IntFunction<String> command) throws IOException {
    Path chunk = write(pilots, tasks, taskLimitMillis, command);
    return job(jobName("pilots"), chunk, pilots, 1, pilots);
  }

  private Path write(int pilots, int tasks, long taskLimitMillis, IntFunction<String> command)
      throws IOException {
    for (int task = 0; task < tasks; task++) {
      part.prepare(task, command.apply(task));
    }
    return part.writeChunk(
        jobName("pilots"),
        tasks,
        numbered(tasks),
        new PilotArray(pilots, tasks, taskLimitMillis, Time.HOUR_MILLIS),
        Optional.empty());
  }

  /** Pilots for tasks with a common command. */
  protected ArrayJob pilots(int pilots, int tasks, long taskLimitMillis, String command)
      throws IOException {
    for (int task = 0; task < tasks; task++) {
      part.prepare(task);
    }
    Path chunk =
        part.writeChunk(
            jobName("pilots"),
            tasks,
            numbered(tasks),
            new PilotArray(pilots, tasks, taskLimitMillis, Time.HOUR_MILLIS),
            Optional.of(command));
    return job(jobName("pilots"), chunk, pilots, 1, pilots);
  }

  private static List<ChunkTask> numbered(int tasks) {
    var numbered = new ArrayList<ChunkTask>();
    for (int task = 0; task < tasks; task++) {
      numbered.add(new ChunkTask(task, task, 0));
    }
    return numbered;
  }
}
