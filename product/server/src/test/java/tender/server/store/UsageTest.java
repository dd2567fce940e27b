package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.model.CommandUsage;
import tender.server.model.Requirements;
import tender.server.model.TaskUsage;
import tender.server.model.UserId;
import tender.server.store.bags.Submission;
import tender.server.store.content.Pack;

/** What tasks used, per bag and per command of a user. */
class UsageTest extends DatabaseTestCase {
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final BagId BAG = new BagId("bag");
  private static final Requirements REQUIREMENTS =
      new Requirements(OptionalLong.empty(), Optional.empty(), false);

  private int packs;

  @BeforeEach
  void addUsers() {
    database.users().create(ANNA);
    database.users().create(BERT);
  }

  @Test
  void usageOfAcceptedTasksIsRead() throws Exception {
    submit(BAG, ANNA, "work", 1);
    TaskUsage measured = used(5_000, 70);
    TaskUsage unmeasured = new TaskUsage(OptionalLong.empty(), OptionalLong.of(9), 2);
    ReservationId part = part(BAG);
    Pack pack = pack(part, List.of(new TaskOutcome(0, TaskSet.range(2, 6))));
    assertThat(database.packs().add(pack, Map.of(2, measured, 3, unmeasured, 4, measured)))
        .isTrue();
    Pack old = pack(part, List.of(new TaskOutcome(1, TaskSet.range(6, 8))));
    database.packs().add(old);
    database.store().commit(TestTransactions.accepted(BAG, 1, part, TaskSet.range(3, 8)));

    List<Pack> accepted = database.packs().accepted(BAG);
    assertThat(database.usage().ofTasks(BAG, accepted))
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    3,
                    unmeasured,
                    4,
                    measured,
                    5,
                    new TaskUsage(OptionalLong.empty(), OptionalLong.empty(), 0))));
  }

  @Test
  void commandIsLearnedOncePerPackAndFromTasksThatSayWhatTheyNeed() throws Exception {
    submit(BAG, ANNA, "work", 1);
    Pack pack =
        pack(
            part(BAG),
            List.of(
                new TaskOutcome(0, TaskSet.first(2)),
                new TaskOutcome(1, TaskSet.range(2, 3)),
                new TaskOutcome(TaskOutcome.EXIT_OUT_OF_MEMORY, TaskSet.range(3, 4))));
    Map<Integer, TaskUsage> usage =
        Map.of(0, used(10, 1), 1, used(20, 3), 2, used(900, 900), 3, used(30, 800));
    assertThat(database.packs().add(pack, usage)).isTrue();
    assertThat(database.packs().add(pack, usage)).isFalse();

    assertThat(database.usage().memory(BAG)).isEqualTo(new CommandUsage(3, 30));
    assertThat(database.usage().runTime(BAG)).isEqualTo(new CommandUsage(2, 3));
  }

  @Test
  void usageIsSharedByBagsOfOneUserWithOneCommandOnly() throws Exception {
    submit(BAG, ANNA, "work", 1);
    database.packs().add(pack(part(BAG), outcomes(2)), Map.of(0, used(10, 1), 1, used(20, 1)));
    submit(new BagId("same"), ANNA, "work", 1);
    submit(new BagId("wider"), ANNA, "work", 2);
    submit(new BagId("other"), ANNA, "play", 1);
    submit(new BagId("berts"), BERT, "work", 1);

    assertThat(database.usage().memory(new BagId("same"))).isEqualTo(new CommandUsage(2, 20));
    for (String unrelated : List.of("wider", "other", "berts", "unknown")) {
      assertThat(database.usage().memory(new BagId(unrelated)))
          .as(unrelated)
          .isEqualTo(CommandUsage.NONE);
    }
  }

  @Test
  void oldTasksAreForgotten() throws Exception {
    submit(BAG, ANNA, "work", 1);
    database.packs().add(pack(part(BAG), outcomes(1)), Map.of(0, used(9_000, 1)));
    addEqual(499, 70);
    assertThat(database.usage().memory(BAG)).isEqualTo(new CommandUsage(500, 9_000));
    addEqual(300, 60);
    assertThat(database.usage().memory(BAG)).isEqualTo(new CommandUsage(800, 9_000));
    addEqual(300, 50);
    assertThat(database.usage().memory(BAG)).isEqualTo(new CommandUsage(1_100, 9_000));
    addEqual(10, 40);
    assertThat(database.usage().memory(BAG)).isEqualTo(new CommandUsage(610, 60));
  }

  private void addEqual(int tasks, long peakBytes) throws Exception {
    Map<Integer, TaskUsage> usage = new TreeMap<>();
    for (int task = 0; task < tasks; task++) {
      usage.put(task, used(peakBytes, 1));
    }
    database.packs().add(pack(part(BAG), outcomes(tasks)), usage);
  }

  private static TaskUsage used(long peakBytes, long runMillis) {
    return new TaskUsage(OptionalLong.of(peakBytes), OptionalLong.of(runMillis), 0);
  }

  private static ReservationId part(BagId bag) {
    return TestTransactions.part(bag, TestTransactions.provider(1));
  }

  private static List<TaskOutcome> outcomes(int tasks) {
    return List.of(new TaskOutcome(0, TaskSet.first(tasks)));
  }

  private Pack pack(ReservationId part, List<TaskOutcome> outcomes) throws Exception {
    byte[] content = {(byte) ++packs};
    Digest digest = Digest.of(content);
    database.blobs().write(digest, new ByteArrayInputStream(content), 1);
    TaskSet tasks =
        outcomes.stream().map(TaskOutcome::tasks).reduce(TaskSet.empty(), TaskSet::plus);
    return new Pack(part, tasks, outcomes, digest);
  }

  private void submit(BagId bag, UserId user, String command, int width) {
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "name of " + bag,
            command,
            new TaskList.Count(1_000),
            Optional.empty(),
            List.of(),
            List.of(),
            width,
            1_000,
            0,
            Optional.empty());
    database
        .store()
        .submit(
            new Submission(bag, user, bag.value(), order, REQUIREMENTS),
            TestTransactions.called(bag, 0));
  }
}
