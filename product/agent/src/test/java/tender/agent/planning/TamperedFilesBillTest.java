package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.agent.pilot.PilotSettings;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * Real tasks that change the files from which their run time could be read. Whatever they do, the
 * bill is at least the time that they ran.
 */
class TamperedFilesBillTest {
  private static final int TASKS = 6;

  /** At 3,600 credits per processor hour, a millisecond costs a thousandth of a credit. */
  private static final Money PRICE = new Money(3_600_000);

  /** What a task does to its files; it may use its index and the first attempt only. */
  private static final List<String> ATTACKS =
      List.of(
          ":",
          "touch -d '+1 hour' ../../claims/*",
          "touch -d '-1 hour' ../../claims/* ../../ended/*",
          "rm -f ../../claims/$TENDER_TASK_ID.$TENDER_ATTEMPT",
          "echo 1 2 3 > ../../claims/$TENDER_TASK_ID.$TENDER_ATTEMPT",
          ": > ../../ended/$TENDER_TASK_ID.$TENDER_ATTEMPT.0",
          "touch -d '-1 hour' ../../ended/$TENDER_TASK_ID.$TENDER_ATTEMPT.0",
          "[ $TENDER_ATTEMPT -gt 0 ] || kill -9 $PPID",
          "rm -rf ../../control/$TENDER_TASK_ID");

  @TempDir private Path folder;

  /**
   * A task that forges its exit code runs on until the agent, after its last read of the queue, has
   * stopped it. An attack that succeeds saves the time of a whole task, which is more than a tenth.
   */
  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "3, false", "4, true", "5, true", "6, true"})
  void billIsAtLeastTheTimeThatTasksRan(int seed, boolean pilots) throws Exception {
    Path times = Files.createDirectory(folder.resolve("times"));
    PilotSettings pilotSettings = pilots ? new PilotSettings(60, 3_600) : TestSite.NO_PILOTS;
    try (TestSite site =
        new TestSite(
            folder,
            TestSite.TERMS.withPrice(PRICE),
            TestSite.order(command(new Random(seed), times), TASKS, 20_000),
            Optional.empty(),
            pilotSettings)) {
      commit(site);
      Message.Results last = lastResults(site);
      assertThat(last.bill().millicredits())
          .as("bill of seed %d", seed)
          .isGreaterThanOrEqualTo(ranMillis(times) * 95 / 100);
    }
  }

  /** Each task notes when it runs, every 0.1 s, and attacks in the middle. */
  private static String command(Random random, Path times) {
    StringBuilder attacks = new StringBuilder();
    for (int task = 0; task < TASKS; task++) {
      attacks
          .append(task)
          .append(") ")
          .append(ATTACKS.get(random.nextInt(ATTACKS.size())))
          .append(" ;;\n");
    }
    // With $$ the pilot starts a shell for the task, whose parent is the pilot.
    return """
        note() {{ for i in 1 2 3 4 5 6 7 8; do date +%%s%%N >> %s/$TENDER_TASK_ID.$TENDER_ATTEMPT.$$; sleep 0.1; done; }}
        note
        case $TENDER_TASK_ID in
        %sesac
        note
        """
        .formatted(times, attacks);
  }

  private static void commit(TestSite site) throws Exception {
    // The agent does not answer before it has read the queue.
    Thread.sleep(500);
    long nowMillis = System.currentTimeMillis();
    CallId call = new CallId(new BagId("bag7"), 1);
    site.agent.received(
        new Message.Call(call, new Bag(TASKS, 1, 20_000, nowMillis, nowMillis + Time.HOUR_MILLIS)));
    Offer offer = site.market.next(Message.Offers.class).offers().getLast();
    ReservationId part = new ReservationId(call, 1, TestSite.ID);
    site.agent.received(new Message.Reserve(part, TASKS, offer.completionMillis()));
    site.market.next(Message.Reserved.class);
    site.agent.received(new Message.Commit(part, TaskSet.first(TASKS)));
    site.market.next(Message.Committed.class);
  }

  private static Message.Results lastResults(TestSite site) throws InterruptedException {
    Message.ToMetascheduler message = site.market.sent.poll(60, TimeUnit.SECONDS);
    while (!(message instanceof Message.Results results && results.endedTasks().size() == TASKS)) {
      assertThat(message).isNotNull();
      message = site.market.sent.poll(60, TimeUnit.SECONDS);
    }
    return (Message.Results) message;
  }

  /** The sum of the times of all attempts, from the first to the last note of each. */
  private static long ranMillis(Path times) throws IOException {
    long totalNanos = 0;
    try (var files = Files.newDirectoryStream(times)) {
      for (Path file : files) {
        List<String> notes = Files.readAllLines(file);
        totalNanos += Long.parseLong(notes.getLast()) - Long.parseLong(notes.getFirst());
      }
    }
    return TimeUnit.NANOSECONDS.toMillis(totalNanos);
  }
}
