package tender.agent.batch.gridengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.agent.Await;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.agent.batch.PilotContract;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;

/** Against a real Grid Engine: {@code testbed/install --gridengine} must have been run. */
@Tag("live")
class GridEngineBatchSystemTest extends PilotContract {
  private static Testbed testbed;
  private static Testbed.GridEngineCell cell;

  @BeforeAll
  static void start() throws Exception {
    testbed = new Testbed(Testbed.newFolder("tb"));
    testbed.up(
        "--gridengine", Integer.toString(PROCESSORS), "--no-slurm", "--no-postgres", "--no-ca");
    cell = testbed.gridEngineCell();
  }

  @AfterAll
  static void stop() throws Exception {
    testbed.down();
    SecureDeletion.deleteTree(testbed.folder());
  }

  @Override
  protected BatchSystem system(WorkFolder workFolder) {
    return system(cell, workFolder);
  }

  static BatchSystem system(Testbed.GridEngineCell cell, WorkFolder workFolder) {
    return new GridEngineBatchSystem(settings(cell, cell.queue(), Optional.of("smp")), workFolder);
  }

  private static GridEngineSettings settings(String queue, Optional<String> parallelEnvironment) {
    return settings(cell, queue, parallelEnvironment);
  }

  private static GridEngineSettings settings(
      Testbed.GridEngineCell cell, String queue, Optional<String> parallelEnvironment) {
    return new GridEngineSettings(
        new GridEngineAddress(
            Optional.of(cell.root()), Optional.of(cell.name()), Optional.of(cell.port())),
        queue,
        parallelEnvironment,
        -100);
  }

  @Override
  protected Path work() {
    return testbed.folder().resolve("work");
  }

  @Override
  protected void submitLocal(int width, int seconds, long limitMillis) throws Exception {
    local("local", seconds, "-pe", "smp", "" + width, "-l", "h_rt=" + limitMillis / 1000);
  }

  @Override
  protected boolean isOwnVariable(String variable) {
    return variable.matches(
        "SGE_.*|JOB_.*|PE_.*|PE|ARC|N(SLOTS|HOSTS|QUEUES)|QUEUE|REQUEST|REQNAME|RESTARTED|TMP|TERM"
            + "|SHLVL|_");
  }

  @Override
  protected void clear() throws Exception {
    deleteAll(cell);
  }

  static void deleteAll(Testbed.GridEngineCell cell) throws Exception {
    String all = cell.run(List.of("qstat", "-u", "*"));
    for (String line : all.lines().skip(2).toList()) {
      cell.run(List.of("/bin/sh", "-c", "qdel " + line.strip().split(" ")[0] + " || true"));
    }
    Await.until("all to be gone", () -> cell.run(List.of("qstat", "-u", "*")).isBlank());
  }

  @Test
  void versionIsReportedAndReservationsAreRefused() {
    assertThat(system.clusterInfo().version()).startsWith("Grid Engine (");
    assertThat(system.clusterInfo().canReserve()).isFalse();
    long now = System.currentTimeMillis();
    assertThat(system.reserve(new BatchReservation("hold", 1, now, now + 1000))).isFalse();
  }

  @Test
  void jobsWithUnusualNamesAndLimitsAreRead() throws Exception {
    local("a<b>&amp;\"<job_list>", 100, "-l", "h_rt=26:03:00");
    local("endless", 100, "-t", "5-20:5", "-tc", "2", "-pe", "smp", "2");
    local("held", 100, "-h", "-t", "1-1000");
    local("after", 100, "-hold_jid", "endless");
    Await.until("three to run", () -> count(LocalJob::running) == 3);

    QueueSnapshot queue = system.queue();
    assertThat(queue.ownTasks()).isEmpty();
    assertThat(queue.localJobs()).hasSize(5);
    LocalJob odd =
        queue.localJobs().stream().filter(job -> job.processors() == 1).findFirst().orElseThrow();
    assertThat(odd.limitMillis()).isEqualTo(26 * Time.HOUR_MILLIS + 3 * Time.MINUTE_MILLIS);
    assertThat(queue.localJobs().stream().filter(job -> job.processors() == 2))
        .hasSize(4)
        .allMatch(job -> job.limitMillis() == LocalJob.UNLIMITED_MILLIS)
        .extracting(job -> job.id().substring(job.id().indexOf('.')))
        .containsExactlyInAnyOrder(".5", ".10", ".15", ".20");
  }

  @Test
  void tasksOfAnotherAgentAreLocalJobs() throws Exception {
    var other = new WorkFolder(testbed.folder().resolve("other"));
    other.install();
    ArrayJob job = job("theirs", 2, task -> "sleep 100", 1, 2);
    system(other).submit(job);
    Await.until("them to be seen", () -> system.queue().localJobs().size() == 2);
    assertThat(system.queue().ownTasks()).isEmpty();
    system.cancel(job.name(), TaskSet.first(2));
    assertThat(system.queue().localJobs()).hasSize(2);
  }

  @Test
  void taskIsStoppedAtItsTimeLimit() throws Exception {
    Path chunk =
        prepare("slow", 2, task -> "trap 'echo saved; exit 0' TERM; while :; do sleep 0.1; done");
    var job = new ArrayJob(bag + ".slow", chunk, 2, 1, 6_000, 2, Optional.empty());
    system.submit(job);
    awaitEnd(job, 0, EndReason.TIME_LIMIT);
    awaitEnd(job, 1, EndReason.TIME_LIMIT);
    assertThat(part.taskExits()).isEmpty();
    assertThat(stdout(1)).isEqualTo("saved\n");
  }

  @Test
  void taskDeletedByAnotherUserIsCancelled() throws Exception {
    ArrayJob job = job("theirs", 1, task -> "sleep 100", 1, 1);
    system.submit(job);
    Await.until("it to run", () -> part.isClaimed(0, 0) && running(job).size() == 1);
    cell.run(List.of("qdel", Files.readString(job.folder().resolve("job")).strip()));
    awaitEnd(job, 0, EndReason.CANCELLED);
  }

  @Test
  void taskThatCannotStartIsBroken() throws Exception {
    ArrayJob job = job("unstartable", 2, task -> "true", 1, 2);
    Files.delete(workFolder.script());
    system.submit(job);
    awaitEnd(job, 0, EndReason.BROKEN);
    awaitEnd(job, 1, EndReason.BROKEN);
  }

  @Test
  void manyTasksAreCancelledOneByOne() throws Exception {
    int size = 5_000;
    Path chunk = prepare("many", 1, task -> "true");
    ArrayJob job = job(bag + ".many", chunk, size, 1, 1);
    submitLocal(PROCESSORS, 100, Time.HOUR_MILLIS);
    Await.until("it to run", () -> count(LocalJob::running) == 1);
    system.submit(job);
    assertThat(system.queue().ownTasks()).hasSize(size);
    TaskSet odd = TaskSet.empty();
    for (int index = 1; index < size; index += 2) {
      odd = odd.plus(TaskSet.range(index, index + 1));
    }
    system.cancel(job.name(), odd);
    assertThat(system.queue().ownTasks().stream().map(OwnTask::arrayIndex))
        .hasSize(size / 2)
        .allMatch(index -> index % 2 == 0);
  }

  @Test
  void wideTasksNeedAParallelEnvironment() throws Exception {
    var narrow = new GridEngineBatchSystem(settings(cell.queue(), Optional.empty()), workFolder);
    assertThat(narrow.clusterInfo().maxTaskWidth()).isEqualTo(1);
    ArrayJob wide = job("wide", 1, task -> "true", 2, 1);
    assertRefused(() -> narrow.submit(wide), "'gridengine.parallel_environment'");
    narrow.submit(job("narrow", 1, task -> "true", 1, 1));
    assertThat(codes(1)).hasSize(1);
    var other = new GridEngineBatchSystem(settings(cell.queue(), Optional.of("mpi")), workFolder);
    assertRefused(other::clusterInfo, "no parallel environment 'mpi'");
  }

  @Test
  void refusalContainsMessageOfGridEngine() throws Exception {
    var elsewhere = new GridEngineBatchSystem(settings("nowhere", Optional.empty()), workFolder);
    assertRefused(elsewhere::clusterInfo, "nowhere");
    ArrayJob job = job("lost", 1, task -> "true", 1, 1);
    assertRefused(() -> elsewhere.submit(job), "nowhere");
    assertThat(job.folder().resolve("job")).doesNotExist();
  }

  @Test
  void stoppedCellIsUnreachable() throws Exception {
    testbed.run("cluster-stop", "gridengine");
    try {
      assertThatThrownBy(system::queue)
          .isInstanceOfSatisfying(
              BatchSystemException.class,
              gone -> assertThat(gone.kind()).isEqualTo(Kind.UNREACHABLE));
    } finally {
      testbed.run("cluster-start", "gridengine");
    }
  }

  private static void assertRefused(ThrowingCallable asked, String words) {
    assertThatThrownBy(asked)
        .isInstanceOfSatisfying(
            BatchSystemException.class,
            refused -> assertThat(refused.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageContaining(words);
  }

  private long count(Predicate<LocalJob> which) {
    return system.queue().localJobs().stream().filter(which).count();
  }

  private static void local(String name, int seconds, String... options) throws Exception {
    var command =
        new ArrayList<>(List.of("qsub", "-o", "/dev/null", "-e", "/dev/null", "-N", name));
    command.addAll(List.of(options));
    command.addAll(List.of("-b", "y", "-shell", "n", "/bin/sleep", Integer.toString(seconds)));
    cell.run(command);
  }
}
