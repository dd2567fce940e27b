package tender.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

class ConservativeSchedulerTest {
  private static final int PROCESSORS = 16;

  private record Running(long endMillis, Job job, int tasks, long startedMillis) {}

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void matchesNaiveImplementation(boolean compressing) {
    for (long seed = 0; seed < 300; seed++) {
      List<Job> jobs = jobs(new SplittableRandom(seed));
      ArrayProfile empty = ArrayProfile.of(0, PROCESSORS);
      List<String> expected = starts(jobs, new NaiveConservative(empty.copy(), compressing));
      List<String> actual = starts(jobs, new ConservativeScheduler(empty, compressing));
      assertThat(actual).as("seed %d", seed).isEqualTo(expected);
    }
  }

  /** Some jobs are rigid, some are parts of bags; for some seeds all are rigid. */
  private static List<Job> jobs(SplittableRandom random) {
    List<Job> jobs = new ArrayList<>();
    int mostTasks = random.nextInt(1, 5);
    long submittedMillis = 0;
    for (int i = 0; i < 60; i++) {
      submittedMillis += random.nextInt(8);
      int width = 1 << random.nextInt(5);
      long durationMillis = random.nextLong(1, 9) * random.nextLong(1, 9);
      JobId id = new JobId(String.valueOf(i));
      int tasks = random.nextInt(1, mostTasks + 1);
      jobs.add(new Job(id, tasks, width, durationMillis, submittedMillis, Time.NEVER));
    }
    return jobs;
  }

  /** The starts, if every task takes a fraction of its estimate that depends only on its job. */
  private static List<String> starts(List<Job> jobs, Scheduler scheduler) {
    List<String> log = new ArrayList<>();
    PriorityQueue<Running> running =
        new PriorityQueue<>(
            Comparator.comparingLong(Running::endMillis).thenComparing(run -> run.job.id()));
    int arrived = 0;
    long nowMillis = 0;
    while (nowMillis != Time.NEVER) {
      long now = nowMillis;
      while (!running.isEmpty() && running.peek().endMillis <= now) {
        Running ended = running.remove();
        scheduler.ended(ended.job, ended.tasks, ended.startedMillis, now);
      }
      while (arrived < jobs.size() && jobs.get(arrived).submittedMillis() <= now) {
        scheduler.submit(jobs.get(arrived++), now);
      }
      scheduler.startDue(
          now,
          (job, tasks) -> {
            log.add(now + ": " + tasks + " of " + job.id());
            running.add(new Running(now + runMillis(job), job, tasks, now));
          });
      nowMillis = scheduler.nextStartMillis();
      if (!running.isEmpty()) {
        nowMillis = Math.min(nowMillis, running.peek().endMillis);
      }
      if (arrived < jobs.size()) {
        nowMillis = Math.min(nowMillis, jobs.get(arrived).submittedMillis());
      }
    }
    log.sort(Comparator.naturalOrder());
    return log;
  }

  private static long runMillis(Job job) {
    long parts = 1L + Math.floorMod(job.id().hashCode(), 4);
    return Math.ceilDiv(job.durationMillis() * parts, 4);
  }
}
