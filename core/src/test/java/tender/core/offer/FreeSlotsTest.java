package tender.core.offer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;
import tender.core.model.Time;
import tender.core.plan.EdfPlanner;
import tender.core.plan.Plan;
import tender.core.plan.RandomSnapshots;
import tender.core.plan.Snapshot;
import tender.core.profile.ArrayProfile;
import tender.core.profile.Profile;

final class FreeSlotsTest {

  @Test
  void slotsAreAsLongAsPossible() {
    Snapshot snapshot =
        new Snapshot(
            Cluster.of(5),
            0,
            List.of(new RunningJob(new JobId("r"), 3, 0, 10)),
            List.of(Job.rigid(new JobId("wide"), 4, 20, 0, Time.NEVER)));
    Plan plan = new EdfPlanner().plan(snapshot);

    Profile free = snapshot.freeBesideRunning();
    plan.takeFrom(free, new int[plan.jobs().size()]);

    assertThat(FreeSlots.of(free))
        .containsExactlyInAnyOrder(
            new FreeSlot(0, Time.NEVER, 1),
            new FreeSlot(0, 10, 1),
            new FreeSlot(30, Time.NEVER, 4));
  }

  @Test
  void slotsAddUpToFreeProfile() {
    for (long seed = 0; seed < 2_000; seed++) {
      Snapshot snapshot = RandomSnapshots.draw(new SplittableRandom(seed));
      Plan plan = new EdfPlanner().plan(snapshot);
      Profile free = snapshot.freeBesideRunning();
      plan.takeFrom(free, new int[plan.jobs().size()]);
      Profile added = ArrayProfile.of(snapshot.nowMillis(), 0);
      for (FreeSlot slot : FreeSlots.of(free)) {
        added.release(slot.fromMillis(), slot.untilMillis(), slot.processors());
      }
      assertThat(added).as("seed " + seed).hasToString(free.toString());
    }
  }
}
