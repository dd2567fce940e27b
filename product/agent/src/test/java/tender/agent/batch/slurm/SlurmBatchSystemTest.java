package tender.agent.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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
import tender.agent.batch.LocalJob;
import tender.agent.batch.ObservedReservation;
import tender.agent.batch.OwnTask;
import tender.agent.batch.PilotContract;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;

/** Against a real Slurm: the packages that {@code testbed/install} lists must be installed. */
@Tag("live")
class SlurmBatchSystemTest extends PilotContract {
  private static Testbed testbed;
  private static Testbed.SlurmCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    testbed = new Testbed(Testbed.newFolder("tb"));
    testbed.up("--processors", Integer.toString(PROCESSORS), "--no-postgres", "--no-ca");
    cluster = testbed.clusters().getFirst();
  }

  @AfterAll
  static void stop() throws Exception {
    testbed.down();
    SecureDeletion.deleteTree(testbed.folder());
  }

  @Override
  protected BatchSystem system(WorkFolder workFolder) {
    return system(cluster, workFolder);
  }

  static BatchSystem system(Testbed.SlurmCluster cluster, WorkFolder workFolder) {
    return new SlurmBatchSystem(
        new SlurmSettings(Optional.of(cluster.configuration()), "main", 100), workFolder);
  }

  @Override
  protected Path work() {
    return testbed.folder().resolve("work");
  }

  @Override
  protected void submitLocal(int width, int seconds, long limitMillis) throws Exception {
    local("local", seconds, "--cpus-per-task=" + width, "--time=" + limitMillis / 60_000);
  }

  @Override
  protected void clear() throws Exception {
    cluster.run(List.of("scancel", "-u", System.getProperty("user.name")));
    for (ObservedReservation reservation : system.queue().reservations()) {
      system.release(reservation.name());
    }
    Await.until("all to be gone", () -> cluster.run(List.of("squeue", "-h")).isBlank());
  }

  @Test
  void versionAndReservationsAreReported() {
    assertThat(system.clusterInfo().version()).startsWith("Slurm ");
    assertThat(system.clusterInfo().canReserve()).isTrue();
  }

  @Test
  void jobsWithUnusualNamesLimitsAndDeadlinesAreRead() throws Exception {
    long inTwoDays = System.currentTimeMillis() + 2 * Time.DAY_MILLIS;
    String user = System.getProperty("user.name");
    local(
        "x\n99999|0|RUNNING|%s|1|N/A|N/A|1:00|N/A|None|%s|forged|\n|a|b|".formatted(user, work()),
        100,
        "--deadline=now+2days",
        "--time=1-02:03:00");
    local("endless", 100, "--time=UNLIMITED", "--array=5,7,10-20:5%2", "--cpus-per-task=2");
    local("held", 100, "--hold", "--array=0-1000");
    local("later", 100, "--begin=now+1hour");
    local("after", 100, "--dependency=singleton", "--job-name=endless");
    Await.until("three to run", () -> count(LocalJob::running) == 3);

    QueueSnapshot queue = system.queue();
    assertThat(queue.ownTasks()).isEmpty();
    assertThat(queue.endedTasks()).noneMatch(task -> task.jobName().contains("forged"));
    assertThat(queue.localJobs()).hasSize(6);
    LocalJob odd =
        queue.localJobs().stream().filter(job -> job.processors() == 1).findFirst().orElseThrow();
    assertThat(odd.limitMillis())
        .isEqualTo(Time.DAY_MILLIS + 2 * Time.HOUR_MILLIS + 3 * Time.MINUTE_MILLIS);
    assertThat(odd.deadlineMillis()).isCloseTo(inTwoDays, within(20_000L));
    assertThat(queue.localJobs().stream().filter(job -> job.processors() == 2))
        .hasSize(5)
        .allMatch(job -> job.limitMillis() == LocalJob.UNLIMITED_MILLIS)
        .allMatch(job -> job.deadlineMillis() == Time.NEVER)
        .extracting(job -> job.id().substring(job.id().indexOf('_')))
        .containsExactlyInAnyOrder("_5", "_7", "_10", "_15", "_20");
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
  void reservationKeepsProcessorsUntilReleased() throws Exception {
    long now = System.currentTimeMillis();
    var reservation = new BatchReservation(bag + ".hold", 6, now + 3_600_000, now + 7_200_500);
    assertThat(system.reserve(reservation)).isTrue();
    assertThat(system.reserve(reservation)).isTrue();
    assertThat(
            system.reserve(
                new BatchReservation(bag + ".more", 3, now + 4_000_000, now + 5_000_000)))
        .isFalse();
    assertThat(
            system.reserve(
                new BatchReservation(bag + ".most", 9, now + 9_000_000, now + 9_500_000)))
        .isFalse();
    assertThat(system.queue().reservations())
        .containsExactly(
            new ObservedReservation(
                reservation.name(),
                6,
                Math.floorDiv(now + 3_600_000, 1000) * 1000,
                Math.ceilDiv(now + 7_200_500, 1000) * 1000,
                true));

    // Local jobs that would overlap it get the other processors; the agent's jobs may use all, even
    // before it begins.
    local("into", 100, "--time=120", "--array=0-7");
    Await.until("two to run", () -> count(LocalJob::running) == 2);
    ArrayJob reserved = withReservation(job("held", 6, task -> "sleep 100", 1, 6), reservation);
    system.submit(reserved);
    Await.until("six to run", () -> running(reserved).size() == 6);
    assertThat(count(LocalJob::running)).isEqualTo(2);

    system.release(reservation.name());
    assertThat(system.queue().reservations()).isEmpty();
    assertThat(running(reserved)).hasSize(6);
    system.release(reservation.name());
  }

  @Test
  void waitingTasksContinueWithoutReleasedReservation() throws Exception {
    long now = System.currentTimeMillis();
    var reservation = new BatchReservation(bag + ".brief", 2, now - 1000, now + 3_600_000);
    assertThat(system.reserve(reservation)).isTrue();
    submitLocal(PROCESSORS - 2, 100, Time.HOUR_MILLIS);
    Await.until("it to run", () -> count(LocalJob::running) == 1);
    ArrayJob job = withReservation(job("waiting", 4, task -> "sleep 2", 1, 4), reservation);
    system.submit(job);
    Await.until("two to run and two to wait", () -> running(job).size() == 2);
    system.release(reservation.name());
    assertThat(system.queue().ownTasks()).hasSize(4);
    assertThat(codes(4)).hasSize(4);

    ArrayJob late = withReservation(job("late", 1, task -> "true", 1, 1), reservation);
    assertThatThrownBy(() -> system.submit(late))
        .isInstanceOfSatisfying(
            BatchSystemException.class,
            refused -> assertThat(refused.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageContaining("Requested reservation is invalid");
  }

  @Test
  void manyTasksAreCancelledOneByOne() throws Exception {
    int size = 24_000;
    Path chunk = prepare("many", 1, task -> "true");
    ArrayJob job = job(bag + ".many", chunk, size, 1, 1);
    local("all", 100, "--cpus-per-task=" + PROCESSORS);
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
  void refusalContainsMessageOfSlurm() throws Exception {
    var elsewhere =
        new SlurmBatchSystem(
            new SlurmSettings(Optional.of(cluster.configuration()), "nowhere", 0), workFolder);
    assertThatThrownBy(elsewhere::clusterInfo)
        .isInstanceOfSatisfying(
            BatchSystemException.class,
            refused -> assertThat(refused.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageContaining("'nowhere'");
    ArrayJob job = job("lost", 1, task -> "true", 1, 1);
    assertThatThrownBy(() -> elsewhere.submit(job)).hasMessageContaining("invalid partition");
    assertThat(job.folder().resolve("job")).doesNotExist();
  }

  @Test
  void stoppedClusterIsUnreachable() throws Exception {
    testbed.run("cluster-stop", cluster.name());
    try {
      assertThatThrownBy(system::queue)
          .isInstanceOfSatisfying(
              BatchSystemException.class,
              gone -> assertThat(gone.kind()).isEqualTo(Kind.UNREACHABLE));
    } finally {
      testbed.run("cluster-start", cluster.name());
    }
  }

  private static ArrayJob withReservation(ArrayJob job, BatchReservation reservation) {
    return new ArrayJob(
        job.name(),
        job.folder(),
        job.size(),
        job.width(),
        job.limitMillis(),
        job.maxRunning(),
        Optional.of(reservation.name()));
  }

  private long count(Predicate<LocalJob> which) {
    return system.queue().localJobs().stream().filter(which).count();
  }

  private void local(String name, int seconds, String... options) throws Exception {
    var command = new ArrayList<>(List.of("sbatch", "--output=/dev/null"));
    command.add("--job-name=" + name);
    command.addAll(List.of(options));
    command.add("--wrap=sleep " + seconds);
    cluster.run(command);
  }
}
