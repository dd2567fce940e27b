package tender.agent.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.agent.batch.MeasuredRun;
import tender.agent.batch.OwnTask;
import tender.agent.batch.QueueSnapshot;

class UsageMeterTest {
  private static final String ARRAY = "tender-bag-0123-0";
  private static final JobKey JOB = new JobKey(ARRAY, 0);
  private static final long LIMIT_MILLIS = 60_000;

  @TempDir private Path folder;

  /** A job as it really ran. */
  private record TrueRun(int index, long startedMillis, long endedMillis) {
    boolean runsAt(long atMillis) {
      return startedMillis <= atMillis && atMillis < endedMillis;
    }

    OwnTask queued() {
      return new OwnTask(ARRAY, index, /* running= */ true, startedMillis);
    }

    MeasuredRun measured() {
      return new MeasuredRun(ARRAY, index, startedMillis, endedMillis, false);
    }
  }

  /**
   * Whatever the tasks' files say, and however often the agent restarts, the usage is what the
   * batch system recorded; if it forgets ended jobs, up to one interval of the reads for each job.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void usageIsAtLeastTheMeasuredTimeWhateverFilesSay(boolean remembersEnds) throws Exception {
    for (int seed = 1; seed <= 300; seed++) {
      Random random = new Random(seed);
      Path file = folder.resolve(remembersEnds + "-" + seed);
      List<TrueRun> runs = new ArrayList<>();
      int jobs = 1 + random.nextInt(12);
      for (int index = 0; index < jobs; index++) {
        long startedMillis = 1_000L + random.nextInt(20_000);
        runs.add(new TrueRun(index, startedMillis, startedMillis + 1 + random.nextInt(15_000)));
      }
      UsageMeter meter = new UsageMeter(new UsageLog(file));
      long trueMillis = 0;
      long readMillis = 500;
      long maxIntervalMillis = 0;
      while (readMillis < 45_000) {
        long intervalMillis = 1L + random.nextInt(1_000);
        maxIntervalMillis = Math.max(maxIntervalMillis, intervalMillis);
        readMillis += intervalMillis;
        observe(meter, runs, readMillis, remembersEnds);
        for (TrueRun run : runs) {
          if (run.endedMillis() <= readMillis) {
            JobKey key = new JobKey(ARRAY, run.index());
            meter.taskEnded(key, key, random::nextLong, LIMIT_MILLIS);
          }
        }
        if (random.nextInt(40) == 0) {
          meter = new UsageMeter(new UsageLog(file));
          observe(meter, runs, readMillis, remembersEnds);
        }
      }
      for (TrueRun run : runs) {
        trueMillis += run.endedMillis() - run.startedMillis();
      }
      if (remembersEnds) {
        assertThat(meter.usedMillis()).as("seed %d", seed).isEqualTo(trueMillis);
      } else {
        // The end lies between two reads; the restarts happen at a read.
        assertThat(meter.usedMillis())
            .as("seed %d", seed)
            .isBetween(
                trueMillis - jobs * maxIntervalMillis, trueMillis + jobs * maxIntervalMillis);
      }
    }
  }

  private static void observe(
      UsageMeter meter, List<TrueRun> runs, long readMillis, boolean remembersEnds) {
    meter.observe(
        new QueueSnapshot(
            List.of(),
            runs.stream().filter(run -> run.runsAt(readMillis)).map(TrueRun::queued).toList(),
            List.of(),
            List.of(),
            remembersEnds
                ? runs.stream()
                    .filter(run -> run.endedMillis() <= readMillis)
                    .map(TrueRun::measured)
                    .toList()
                : List.of()),
        ARRAY::equals,
        readMillis);
  }

  @Test
  void runningJobCountsUntilLastRead() {
    UsageMeter meter = meter();
    meter.observe(running(1_000), ARRAY::equals, 4_000);
    assertThat(meter.usedMillis()).isEqualTo(3_000);
  }

  @Test
  void jobsOfOtherPartsDoNotCount() {
    UsageMeter meter = meter();
    meter.observe(running(1_000), name -> false, 4_000);
    assertThat(meter.usedMillis()).isZero();
  }

  @Test
  void filesCountOnlyForUnseenJobsAndUpToTimeBetweenReads() {
    UsageMeter meter = meter();
    meter.observe(QueueSnapshot.EMPTY, ARRAY::equals, 1_000);
    meter.observe(QueueSnapshot.EMPTY, ARRAY::equals, 1_500);
    meter.taskEnded(JOB, JOB, () -> 3_600_000, LIMIT_MILLIS);
    assertThat(meter.usedMillis()).isEqualTo(500);
    meter.taskEnded(JOB, JOB, () -> 3_600_000, LIMIT_MILLIS);
    assertThat(meter.usedMillis()).isEqualTo(500);
  }

  @Test
  void runThatAgentStopsForLocalUsersIsFree() {
    UsageMeter meter = meter();
    meter.observe(running(1_000), ARRAY::equals, 4_000);
    meter.waive(JOB);
    meter.observe(QueueSnapshot.EMPTY, ARRAY::equals, 5_000);
    assertThat(meter.usedMillis()).isZero();
  }

  @Test
  void stoppedPilotIsChargedUpToItsCurrentTask() {
    UsageMeter meter = meter();
    meter.observe(running(1_000), ARRAY::equals, 2_000);
    meter.runsTask(JOB, 7);
    meter.observe(running(1_000), ARRAY::equals, 5_000);
    meter.runsTask(JOB, 8);
    meter.observe(running(1_000), ARRAY::equals, 6_000);
    meter.waive(JOB);
    meter.observe(QueueSnapshot.EMPTY, ARRAY::equals, 7_000);
    assertThat(meter.usedMillis()).isEqualTo(4_000);
  }

  @Test
  void runThatClusterEndedIsFree() {
    UsageMeter meter = meter();
    meter.observe(running(1_000), ARRAY::equals, 4_000);
    MeasuredRun lost = new MeasuredRun(ARRAY, 0, 1_000, 5_000, /* clusterFault= */ true);
    meter.observe(
        new QueueSnapshot(List.of(), List.of(), List.of(), List.of(), List.of(lost)),
        ARRAY::equals,
        6_000);
    assertThat(meter.usedMillis()).isZero();
  }

  @Test
  void lineThatCrashHasCutOffIsIgnored() throws Exception {
    Path file = folder.resolve("usage");
    Files.writeString(file, "\n" + ARRAY + " 0 1000 700\n" + ARRAY + " 1 10");
    UsageMeter meter = new UsageMeter(new UsageLog(file));
    MeasuredRun again = new MeasuredRun(ARRAY, 0, 1_000, 1_700, false);
    MeasuredRun second = new MeasuredRun(ARRAY, 1, 1_000, 1_300, false);
    meter.observe(
        new QueueSnapshot(List.of(), List.of(), List.of(), List.of(), List.of(again, second)),
        ARRAY::equals,
        2_000);
    assertThat(meter.usedMillis()).isEqualTo(1_000);
    assertThat(new UsageMeter(new UsageLog(file)).usedMillis()).isEqualTo(1_000);
  }

  private UsageMeter meter() {
    return new UsageMeter(new UsageLog(folder.resolve("usage")));
  }

  private static QueueSnapshot running(long startedMillis) {
    return new QueueSnapshot(
        List.of(),
        List.of(new OwnTask(ARRAY, 0, /* running= */ true, startedMillis)),
        List.of(),
        List.of());
  }
}
