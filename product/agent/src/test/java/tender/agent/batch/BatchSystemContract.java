package tender.agent.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.agent.Await;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.folder.ChunkTask;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/** What the agent requires of every batch system. */
public abstract class BatchSystemContract extends IsolationContract {
  @Test
  void clusterInfoIsRead() {
    ClusterInfo cluster = system.clusterInfo();
    assertThat(cluster.processors()).isEqualTo(PROCESSORS);
    assertThat(cluster.version()).isNotBlank();
    assertThat(cluster.maxArraySize()).isGreaterThan(1000);
    assertThat(cluster.maxJobs()).isGreaterThan(1000);
  }

  @Test
  void everyTaskHasItsExitCode() throws Exception {
    ArrayJob job = job("codes", 10, task -> "exit $((TENDER_TASK_ID % 4))", 1, 10);
    system.submit(job);

    assertThat(codes(10))
        .isEqualTo(
            IntStream.range(0, 10)
                .boxed()
                .collect(Collectors.toMap(i -> i, i -> i % 4, (a, b) -> a, TreeMap::new)));
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    assertThat(system.queue().endedTasks()).noneMatch(task -> task.jobName().equals(job.name()));
    assertThat(part.exitCode(7, 0)).contains(3);
    assertThat(part.exitCode(7, 1)).isEmpty();
  }

  @Test
  void peakMemoryOfTaskIsMeasured() throws Exception {
    system.submit(job("peak", 2, task -> USE_MEMORY, 1, 2));
    assertThat(codes(2)).containsExactly(Map.entry(0, 0), Map.entry(1, 0));
    assertThat(part.taskExits())
        .hasSize(2)
        .allSatisfy(exit -> assertThat(exit.peakKib().orElse(0)).isBetween(40_000L, 400_000L));
  }

  @Test
  void taskGetsFolderIndexesAndEnvironment() throws Exception {
    part.prepare(40, "pwd; echo $TENDER_TASK_ID $TENDER_TASK_COUNT $TENDER_ATTEMPT");
    part.prepare(41, "echo $SLURM_ARRAY_TASK_ID $SLURM_ARRAY_TASK_COUNT $SLURM_ARRAY_TASK_MAX");
    part.prepare(7, "env; cat; echo oops >&2; exit 5");
    Path chunk =
        part.writeChunk(
            "scattered",
            900,
            List.of(new ChunkTask(40, 840, 3), new ChunkTask(41, 841, 3), new ChunkTask(7, 70, 0)));
    system.submit(job(jobName("scattered"), chunk, 3, 1, 3));

    assertThat(codes(3)).containsExactly(Map.entry(7, 5), Map.entry(40, 0), Map.entry(41, 0));
    assertThat(stdout(40)).isEqualTo(part.taskFolder(40).toRealPath() + "\n840 900 3\n");
    assertThat(stdout(41)).isEqualTo("841 900 899\n");
    assertThat(Files.readString(part.controlFolder(7).resolve("stderr"))).isEqualTo("oops\n");
    assertThat(stdout(7).lines().map(line -> line.split("=", 2)[0]))
        .contains("PATH", "HOME", "TENDER_TASK_ID", "SLURM_CPUS_PER_TASK")
        .allMatch(
            name ->
                name.matches("(SLURM|TENDER)_?.*|SLURMD_.*")
                    || isOwnVariable(name)
                    || Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "PWD")
                        .contains(name)
                    || Set.of("TMPDIR", "ENVIRONMENT", "HOSTNAME", "OLDPWD").contains(name));
  }

  @Test
  void repeatedlySubmittedArrayRunsOnce() throws Exception {
    ArrayJob job = job("again", 3, task -> "echo run >>runs; sleep 1", 1, 3);
    system.submit(job);
    system.submit(job);
    // As if the program had died just before it recorded the submission.
    Files.delete(job.folder().resolve("job"));
    system.submit(job);
    assertThat(job.folder().resolve("job")).exists();

    assertThat(system.queue().ownTasks()).hasSizeLessThanOrEqualTo(3);
    assertThat(codes(3)).hasSize(3);
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    for (int task = 0; task < 3; task++) {
      assertThat(part.taskFolder(task).resolve("runs")).hasContent("run\n");
    }
  }

  @Test
  void attemptInTwoArraysRunsOnce() throws Exception {
    ArrayJob first = job("first", 4, task -> "echo run >>runs; sleep 0.5; exit 9", 1, 4);
    Path chunk =
        part.writeChunk(
            "second",
            4,
            List.of(
                new ChunkTask(0, 0, 0),
                new ChunkTask(1, 1, 0),
                new ChunkTask(2, 2, 0),
                // And one for a retry.
                new ChunkTask(3, 3, 1)));
    system.submit(first);
    system.submit(job(jobName("second"), chunk, 4, 1, 4));

    Await.until("five exit codes", () -> part.taskExits().size() == 5);
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    for (int task = 0; task < 3; task++) {
      assertThat(part.taskFolder(task).resolve("runs")).hasContent("run\n");
    }
    assertThat(Files.readAllLines(part.taskFolder(3).resolve("runs"))).hasSize(2);
    assertThat(part.taskExits()).hasSize(5).allMatch(exit -> exit.exitCode() == 9);
    assertThat(part.isClaimed(3, 1)).isTrue();
    assertThat(part.isClaimed(3, 2)).isFalse();
  }

  @Test
  void queueShowsTasksUntilCancelled() throws Exception {
    ArrayJob job = job("long", 2 * PROCESSORS, task -> "sleep 100", 1, 2 * PROCESSORS);
    long before = System.currentTimeMillis();
    system.submit(job);
    Await.until("all processors taken", () -> running(job).size() == PROCESSORS);

    List<OwnTask> own = system.queue().ownTasks();
    assertThat(own).hasSize(2 * PROCESSORS).allMatch(task -> task.jobName().equals(job.name()));
    assertThat(own.stream().map(OwnTask::arrayIndex).distinct()).hasSize(2 * PROCESSORS);
    for (OwnTask task : own) {
      if (task.running()) {
        assertThat(task.startedMillis()).isCloseTo(before, within(20_000L));
      } else {
        assertThat(task.startedMillis()).isEqualTo(Time.NEVER);
      }
    }

    Await.until("scripts to run", () -> part.isClaimed(0, 0) && part.isClaimed(1, 0));
    int last = 2 * PROCESSORS - 1;
    system.cancel(job.name(), TaskSet.range(0, 2).plus(TaskSet.range(last, last + 1)));
    Await.until(
        "two to follow two", () -> running(job).containsAll(Set.of(PROCESSORS, PROCESSORS + 1)));
    assertThat(running(job)).doesNotContain(0, 1).contains(2).hasSize(PROCESSORS);
    awaitEnd(job, 0, EndReason.CANCELLED);

    system.cancel(job.name(), TaskSet.first(2 * PROCESSORS));
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    assertThat(part.taskExits()).isEmpty();
    // Cancelling ended or unknown tasks has no effect.
    system.cancel(job.name(), TaskSet.first(2 * PROCESSORS));
    system.cancel("unknown", TaskSet.first(3));
    system.cancel(job.name(), TaskSet.empty());
  }

  @Test
  void stoppedTaskIsReportedHoweverItHandlesTheSignal() throws Exception {
    List<String> commands =
        List.of(
            "sleep 100",
            "trap 'exit 0' TERM; while :; do sleep 0.1; done",
            "sleep 100; exit 0",
            "trap 'sleep 0.5; echo saved; exit 0' TERM; while :; do sleep 0.1; done");
    ArrayJob job = job("stubborn", 4, commands::get, 1, 4);
    system.submit(job);
    Await.until("claims", () -> IntStream.range(0, 4).allMatch(i -> part.isClaimed(i, 0)));
    Thread.sleep(500);
    system.cancel(job.name(), TaskSet.first(4));
    for (int index = 0; index < 4; index++) {
      awaitEnd(job, index, EndReason.CANCELLED);
    }
    Await.until("an empty queue", () -> system.queue().ownTasks().isEmpty());
    assertThat(part.exitCode(0, 0)).isEmpty();
    assertThat(part.exitCode(3, 0)).isEmpty();
    assertThat(stdout(3)).isEqualTo("saved\n");
  }

  @Test
  void taskThatSignalsItselfHasExitCode() throws Exception {
    system.submit(job("suicide", 2, task -> task == 0 ? "kill -TERM $$" : "kill -9 $$", 1, 2));
    assertThat(codes(2)).containsExactly(Map.entry(0, 143), Map.entry(1, 137));
  }

  @ParameterizedTest
  @CsvSource({"1, 2", PROCESSORS / 2 + ", 4"})
  void runningTasksExceedNeitherLimitNorProcessors(int width, int maxRunning) throws Exception {
    ArrayJob job = job("few", 5, task -> "sleep 100", width, maxRunning);
    system.submit(job);
    Await.until("two to run", () -> running(job).size() == 2);
    Thread.sleep(1500);
    assertThat(running(job)).hasSize(2);
  }

  @Test
  void localJobsAreReadWithProcessorsAndLimits() throws Exception {
    long before = System.currentTimeMillis();
    submitLocal(PROCESSORS - 2, 100, 2 * Time.HOUR_MILLIS);
    Await.until(
        "the first to run", () -> system.queue().localJobs().stream().anyMatch(LocalJob::running));
    submitLocal(3, 100, Time.DAY_MILLIS);
    Await.until("the second to be seen", () -> system.queue().localJobs().size() == 2);

    QueueSnapshot queue = system.queue();
    assertThat(queue.ownTasks()).isEmpty();
    LocalJob running =
        queue.localJobs().stream().filter(LocalJob::running).findFirst().orElseThrow();
    LocalJob waiting = queue.localJobs().stream().filter(job -> !job.running()).findFirst().get();
    assertThat(running.processors()).isEqualTo(PROCESSORS - 2);
    assertThat(running.limitMillis()).isEqualTo(2 * Time.HOUR_MILLIS);
    assertThat(running.submittedMillis()).isCloseTo(before, within(20_000L));
    assertThat(running.startedMillis()).isGreaterThanOrEqualTo(running.submittedMillis());
    assertThat(running.deadlineMillis()).isEqualTo(Time.NEVER);
    assertThat(waiting.processors()).isEqualTo(3);
    assertThat(waiting.startedMillis()).isEqualTo(Time.NEVER);
    assertThat(waiting.limitMillis()).isEqualTo(Time.DAY_MILLIS);
    assertThat(waiting.id()).isNotEqualTo(running.id());
  }

  @Test
  void queueOrderIsApplied() throws Exception {
    ArrayJob running = waiting("running", 7);
    system.submit(running);
    Await.until("it to run", () -> running(running).size() == 1);
    ArrayJob first = job("first", 2, task -> "sleep 100", PROCESSORS, 2);
    ArrayJob second = waiting("second", 8);
    system.submit(first);
    system.submit(second);
    submitLocal(PROCESSORS, 1, Time.HOUR_MILLIS);
    Await.until("the local job to be seen", () -> !system.queue().localJobs().isEmpty());
    String local = system.queue().localJobs().getFirst().id();

    system.applyQueueOrder(List.of("unknown", local, second.name(), first.name()));
    Files.createFile(part.taskFolder(7).resolve("end"));
    Await.until("the second to run", () -> running(second).size() == 1);
    assertThat(system.queue().localJobs()).allMatch(LocalJob::running);
    assertThat(running(first)).isEmpty();
    Files.createFile(part.taskFolder(8).resolve("end"));
    Await.until("the first to run", () -> running(first).size() == 1);
    // With some of its tasks running.
    system.applyQueueOrder(List.of(second.name(), first.name()));
  }

  /** A job of one task that ends when there is a file "end", and not before it was seen to run. */
  private ArrayJob waiting(String name, int task) throws IOException {
    part.prepare(task, "until [ -e end ]; do sleep 0.1; done");
    Path chunk = part.writeChunk(name, 9, List.of(new ChunkTask(task, task, 0)));
    return job(jobName(name), chunk, 1, PROCESSORS, 1);
  }

  @Test
  void commandsRunVerbatimAndContainNoDirectives() throws Exception {
    List<String> commands =
        List.of(
            "echo 'single' \"double $((1 + 1))\" `echo tick` $(echo dollar) \\\\ %s %j | cat",
            "#SBATCH --time=99:00:00\n#SBATCH --partition=nowhere\n#SBATCH --array=0-7\n#$ -q nowhere\necho ran",
            "#!/bin/false\nprintf '%s|' \"a\nb\"\n",
            "echo ä € 𝄞; cat <<'END'\n$(not this) `nor this`\nEND",
            "echo \"$0\" >/dev/null; set -e; false; echo not here",
            "set -- a b; shift 2; echo \"$#\"; unset task part control code attempt; exit 4",
            "exec 1>&-; exec 2>&-; trap '' TERM; cd /; exit 0");
    Path chunk = prepare("hostile", commands.size(), commands::get);
    system.submit(job(jobName("hostile"), chunk, commands.size(), 1, 4));

    assertThat(codes(commands.size()))
        .containsExactly(
            Map.entry(0, 0),
            Map.entry(1, 0),
            Map.entry(2, 0),
            Map.entry(3, 0),
            Map.entry(4, 1),
            Map.entry(5, 4),
            Map.entry(6, 0));
    assertThat(stdout(0))
        .isEqualTo("single double 2 tick dollar \\\\ %s %j\n".replace("\\\\", "\\"));
    assertThat(stdout(1)).isEqualTo("ran\n");
    assertThat(stdout(2)).isEqualTo("a\nb|");
    assertThat(stdout(3)).isEqualTo("ä € 𝄞\n$(not this) `nor this`\n");
    assertThat(stdout(4)).isEmpty();
    assertThat(stdout(5)).isEqualTo("0\n");
  }

  @Test
  void taskWithoutFolderIsBroken() throws Exception {
    ArrayJob job = job("gone", 1, task -> "true", 1, 1);
    Files.delete(part.taskFolder(0));
    system.submit(job);
    awaitEnd(job, 0, EndReason.BROKEN);
    assertThat(part.taskExits()).isEmpty();
    assertThat(part.isClaimed(0, 0)).isFalse();
  }
}
