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
import org.junit.jupiter.api.Test;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.BatchReservation;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.agent.batch.PilotContract;
import tender.agent.batch.QueueSnapshot;
import tender.agent.batch.ObservedReservation;
import tender.agent.batch.folder.WorkFolder;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.testbed.Testbed;
import tender.support.files.SecureDeletion;

/** Against a real Slurm: the packages that {@code testbed/install} names must be there. */
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
  protected BatchSystem system(WorkFolder folders) {
    return new SlurmBatchSystem(
        new SlurmSettings(Optional.of(cluster.configuration()), "main", 100), folders);
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
    for (ObservedReservation hold : system.queue().reservations()) {
      system.release(hold.name());
    }
    await("all to be gone", () -> cluster.run(List.of("squeue", "-h")).isBlank());
  }

  @Test
  void knowsSlurm() {
    assertThat(system.clusterInfo().version()).startsWith("Slurm ");
    assertThat(system.clusterInfo().canReserve()).isTrue();
  }

  @Test
  void jobsWithOddNamesLimitsAndDeadlinesAreReadAsTheyAre() throws Exception {
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
    await("three to run", () -> count(LocalJob::running) == 3);

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
  void anotherAgentsTasksAreLocalJobs() throws Exception {
    var other = new WorkFolder(testbed.folder().resolve("other"));
    other.install();
    ArrayJob job = job("theirs", 2, task -> "sleep 100", 1, 2);
    system(other).submit(job);
    await("them to be seen", () -> system.queue().localJobs().size() == 2);
    assertThat(system.queue().ownTasks()).isEmpty();
    system.cancel(job.name(), TaskSet.first(2));
    assertThat(system.queue().localJobs()).hasSize(2);
  }

  @Test
  void aHoldKeepsProcessorsForOursUntilItIsReleased() throws Exception {
    long now = System.currentTimeMillis();
    var hold = new BatchReservation(bag + ".hold", 6, now + 3_600_000, now + 7_200_500);
    assertThat(system.reserve(hold)).isTrue();
    assertThat(system.reserve(hold)).isTrue();
    assertThat(system.reserve(new BatchReservation(bag + ".more", 3, now + 4_000_000, now + 5_000_000)))
        .isFalse();
    assertThat(system.reserve(new BatchReservation(bag + ".most", 9, now + 9_000_000, now + 9_500_000)))
        .isFalse();
    assertThat(system.queue().reservations())
        .containsExactly(
            new ObservedReservation(
                hold.name(),
                6,
                Math.floorDiv(now + 3_600_000, 1000) * 1000,
                Math.ceilDiv(now + 7_200_500, 1000) * 1000,
                true));

    // Local jobs that would run into it get the rest; ours get it all, also before it begins.
    local("into", 100, "--time=120", "--array=0-7");
    await("two to run", () -> count(LocalJob::running) == 2);
    ArrayJob held = inHold(job("held", 6, task -> "sleep 100", 1, 6), hold);
    system.submit(held);
    await("six to run", () -> running(held).size() == 6);
    assertThat(count(LocalJob::running)).isEqualTo(2);

    system.release(hold.name());
    assertThat(system.queue().reservations()).isEmpty();
    assertThat(running(held)).hasSize(6);
    system.release(hold.name());
  }

  @Test
  void tasksThatWaitInAHoldGoOnWithoutIt() throws Exception {
    long now = System.currentTimeMillis();
    var hold = new BatchReservation(bag + ".brief", 2, now - 1000, now + 3_600_000);
    assertThat(system.reserve(hold)).isTrue();
    submitLocal(PROCESSORS - 2, 100, Time.HOUR_MILLIS);
    await("it to run", () -> count(LocalJob::running) == 1);
    ArrayJob job = inHold(job("waiting", 4, task -> "sleep 2", 1, 4), hold);
    system.submit(job);
    await("two to run and two to wait", () -> running(job).size() == 2);
    system.release(hold.name());
    assertThat(system.queue().ownTasks()).hasSize(4);
    assertThat(codes(4)).hasSize(4);

    ArrayJob late = inHold(job("late", 1, task -> "true", 1, 1), hold);
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
    await("it to run", () -> count(LocalJob::running) == 1);
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
  void whatIsWrongIsRefusedWithSlurmsWords() throws Exception {
    var elsewhere =
        new SlurmBatchSystem(
            new SlurmSettings(Optional.of(cluster.configuration()), "nowhere", 0), folders);
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
  void aClusterThatIsGoneIsUnreachable() throws Exception {
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

  private static ArrayJob inHold(ArrayJob job, BatchReservation hold) {
    return new ArrayJob(
        job.name(),
        job.folder(),
        job.size(),
        job.width(),
        job.limitMillis(),
        job.maxRunning(),
        Optional.of(hold.name()));
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
