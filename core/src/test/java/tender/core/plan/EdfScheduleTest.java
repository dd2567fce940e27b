package tender.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

final class EdfScheduleTest {

  @Test
  void jobsArePlacedInOrderOfDeadline() {
    for (long seed = 0; seed < 5_000; seed++) {
      Snapshot snapshot = RandomSnapshots.draw(new SplittableRandom(seed));
      List<Job> queue = new ArrayList<>(snapshot.waiting());
      queue.sort(Job.BY_DEADLINE);
      Plan plan = EdfSchedule.of(snapshot).plan();
      long[] ends = planInOrder(snapshot, queue);
      for (int job = 0; job < queue.size(); job++) {
        int place = snapshot.waiting().indexOf(queue.get(job));
        assertThat(plan.completionMillis(place)).as("seed " + seed).isEqualTo(ends[job]);
      }
    }
  }

  @Test
  void trialMatchesFullPlan() {
    int hurt = 0;
    for (long seed = 0; seed < 10_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Snapshot snapshot = RandomSnapshots.draw(random);
      EdfSchedule schedule = EdfSchedule.of(snapshot);
      int position = random.nextInt(schedule.lastPosition() + 1);
      int tasks = random.nextInt(1, 12);
      int width = random.nextInt(1, snapshot.cluster().processors() + 1);
      long durationMillis = random.nextInt(1, 12);
      EdfSchedule.Trial expected =
          plannedFromScratch(snapshot, position, tasks, width, durationMillis);

      EdfSchedule.Trial trial =
          schedule.trial(position, incoming(tasks, width, durationMillis, snapshot), Time.NEVER);
      assertThat(trial).as("seed " + seed).isEqualTo(expected);
      hurt += trial.works() ? 0 : 1;
    }
    assertThat(hurt).as("trials that delay a job").isBetween(1_000, 9_000);
  }

  @Test
  void workBoundNeverExcludesPossiblePosition() {
    for (long seed = 0; seed < 5_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Snapshot snapshot = RandomSnapshots.draw(random);
      EdfSchedule schedule = EdfSchedule.of(snapshot);
      int tasks = random.nextInt(1, 12);
      int width = random.nextInt(1, snapshot.cluster().processors() + 1);
      long durationMillis = random.nextInt(1, 12);
      int possible = schedule.workBound().firstPossiblePosition(tasks, width, durationMillis);
      for (int position = 0; position < Math.min(possible, schedule.lastPosition()); position++) {
        long nextMillis = schedule.deadlineAt(position);
        assertThat(
                schedule
                    .trial(position, incoming(tasks, width, durationMillis, snapshot), nextMillis)
                    .works())
            .as("seed " + seed)
            .isFalse();
      }
    }
  }

  private static IncomingJob incoming(
      int tasks, int width, long durationMillis, Snapshot snapshot) {
    return new IncomingJob(tasks, width, durationMillis, snapshot.nowMillis(), Time.NEVER);
  }

  private static EdfSchedule.Trial plannedFromScratch(
      Snapshot snapshot, int position, int tasks, int width, long durationMillis) {
    List<Job> queue = new ArrayList<>(snapshot.waiting());
    queue.sort(Job.BY_DEADLINE);
    long[] standing = planInOrder(snapshot, queue);
    Job incoming =
        new Job(
            new JobId("incoming"), tasks, width, durationMillis, snapshot.nowMillis(), Time.NEVER);
    List<Job> withNewJob = new ArrayList<>(queue);
    withNewJob.add(position, incoming);
    long[] ends = planInOrder(snapshot, withNewJob);
    for (int job = position; job < queue.size(); job++) {
      if (ends[job + 1] > Math.max(standing[job], queue.get(job).deadlineMillis())) {
        return new EdfSchedule.Trial(ends[position], job);
      }
    }
    return new EdfSchedule.Trial(ends[position], EdfSchedule.Trial.NONE);
  }

  private static long[] planInOrder(Snapshot snapshot, List<Job> queue) {
    ArrayProfile free = snapshot.freeBesideRunning();
    long[] ends = new long[queue.size()];
    Arrays.setAll(
        ends,
        i -> {
          Job job = queue.get(i);
          long notBeforeMillis = Math.max(snapshot.nowMillis(), job.submittedMillis());
          long lastStartMillis = notBeforeMillis;
          for (int task = 0; task < job.tasks(); task++) {
            lastStartMillis =
                free.takeEach(
                    1,
                    job.width(),
                    job.durationMillis(),
                    notBeforeMillis,
                    (startMillis, tasks) -> {});
          }
          return lastStartMillis + job.durationMillis();
        });
    return ends;
  }
}
