package tender.agent.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.EndedTask;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.LocalJob;
import tender.agent.batch.MeasuredRun;
import tender.agent.batch.NodeAllocation;
import tender.agent.batch.OwnTask;
import tender.core.model.Time;
import tender.core.resource.ResourceAmounts;

class SqueueReaderTest {
  private static final String SUBMITTED = "2026-11-15T08:00:00";
  private static final String STARTED = "2026-11-15T08:30:00";
  private static final String ENDED = "2026-11-15T08:31:07";
  private static final long STARTED_MILLIS = Instant.parse(STARTED + "Z").toEpochMilli();

  private static final Optional<NodeAllocation> TWO_NODES =
      Optional.of(
          new NodeAllocation(new ResourceAmounts(1, 512, 1, 0), 2, false, List.of("n1", "n2")));

  private final SqueueReader reader = new SqueueReader("me", Path.of("/work"), "MARK");

  @Test
  void formatRequestsUnpaddedFieldsAfterMark() {
    assertThat(reader.format())
        .startsWith("--Format=arrayjobid:0MARK|,arraytaskid:0|,state:0|,")
        .endsWith(",workdir:0|,name:0|");
  }

  @Test
  void ownTasksAreReadInEveryState() {
    reader.read(
        row("7", "0-2,9%5", "PENDING", "me", "Resources", "/work", "a.1")
            + row("7", "3", "RUNNING", "me", "None", "/work", "a.1")
            + row("7", "4", "COMPLETING", "me", "None", "/work", "a.1")
            + row("7", "5", "TIMEOUT", "me", "TimeLimit", "/work", "a.1")
            + row("7", "6", "NODE_FAIL", "me", "None", "/work", "a.1")
            + row("7", "7", "FAILED", "me", "NonZeroExitCode", "/work", "a.1")
            + row("7", "8", "COMPLETED", "me", "None", "/work", "a.1")
            + row("8", "0", "SOMETHING_NEW", "me", "None", "/work", "a.2")
            + row("9", "1-2", "RESV_DEL_HOLD", "me", "Reservation h was deleted", "/work", "a.3")
            + row("10", "1", "RESV_DEL_HOLD", "me", "Resources", "/work", "a.4"));
    assertThat(reader.local()).isEmpty();
    assertThat(reader.own())
        .containsExactly(
            new OwnTask("a.1", 0, false, Time.NEVER),
            new OwnTask("a.1", 1, false, Time.NEVER),
            new OwnTask("a.1", 2, false, Time.NEVER),
            new OwnTask("a.1", 9, false, Time.NEVER),
            new OwnTask("a.1", 3, true, STARTED_MILLIS, TWO_NODES),
            new OwnTask("a.1", 4, true, STARTED_MILLIS, TWO_NODES),
            new OwnTask("a.2", 0, true, STARTED_MILLIS, TWO_NODES),
            new OwnTask("a.3", 1, false, Time.NEVER),
            new OwnTask("a.3", 2, false, Time.NEVER),
            new OwnTask("a.4", 1, false, Time.NEVER));
    assertThat(reader.ended())
        .containsExactly(
            new EndedTask("a.1", 5, EndReason.TIME_LIMIT),
            new EndedTask("a.1", 6, EndReason.LOST),
            new EndedTask("a.1", 7, EndReason.BROKEN));
    assertThat(reader.measured())
        .containsExactly(
            new MeasuredRun("a.1", 5, STARTED_MILLIS, STARTED_MILLIS + 67_000, false),
            new MeasuredRun("a.1", 6, STARTED_MILLIS, STARTED_MILLIS + 67_000, true),
            new MeasuredRun("a.1", 7, STARTED_MILLIS, STARTED_MILLIS + 67_000, false),
            new MeasuredRun("a.1", 8, STARTED_MILLIS, STARTED_MILLIS + 67_000, false));
    assertThat(reader.names()).containsOnlyKeys("7", "8", "9", "10");
    assertThat(reader.heldWithoutReservation()).containsOnlyKeys("9");
  }

  @Test
  void otherJobsAreLocalWhateverTheirName() {
    reader.read(
        row("1", "0", "RUNNING", "you", "None", "/work", "a.1")
            + row("2", "0", "RUNNING", "me", "None", "/work2", "a.1")
            + row("3", "0", "RUNNING", "me", "None", "/elsewhere|/work", "a.1")
            + row("4", "N/A", "RUNNING", "me", "None", "/work", "no array")
            + row("5", "N/A", "SUSPENDED", "you", "None", "/x", "x\n6|0|RUNNING|me|1|||||/work|y")
            + row("7", "N/A", "CANCELLED", "you", "None", "/x", "x")
            + row("8", "N/A", "PENDING", "you", "JobHeldUser", "/x", "x")
            + row("9", "N/A", "REQUEUE_HOLD", "you", "None", "/x", "x")
            + row("10", "0-1", "PENDING", "you", "Priority", "/x", "x"));
    assertThat(reader.own()).isEmpty();
    assertThat(reader.ended()).isEmpty();
    assertThat(reader.local().stream().map(LocalJob::id))
        .containsExactly("1_0", "2_0", "3_0", "4", "5", "10_0", "10_1");
    assertThat(reader.local().getFirst().allocation()).isEqualTo(TWO_NODES);
    assertThat(reader.local().getLast().allocation().orElseThrow().names()).isEmpty();
  }

  @Test
  void jobOfAnAccountIsOwnOnlyIfItsNameEndsWithIt() {
    reader.read(
        row("1", "0", "RUNNING", "u1", "None", "/work", "a.1+u1")
            + row("2", "0", "RUNNING", "u2", "None", "/work", "a.1+u1")
            + row("3", "0", "RUNNING", "u2", "None", "/work", "a.1")
            + row("4", "0", "RUNNING", "me", "None", "/work", "a.1+u1")
            + row("5", "0", "RUNNING", "u1", "None", "/work2", "a.1+u1")
            + row("6", "0", "RUNNING", "u1", "None", "/work", "a.1+u2+u1"));
    assertThat(reader.names()).isEqualTo(Map.of("1", "a.1+u1"));
    assertThat(reader.local().stream().map(LocalJob::id))
        .containsExactly("2_0", "3_0", "4_0", "5_0", "6_0");
  }

  /** A task that runs as the agent's user could submit such a job, which is not the agent's. */
  @Test
  void ownJobWhoseNameBeginsWithLineBreakIsLocal() {
    reader.read(row("7", "3", "RUNNING", "me", "None", "/work", "\na.1"));
    assertThat(reader.own()).isEmpty();
    assertThat(reader.local().stream().map(LocalJob::id)).containsExactly("7_3");
  }

  @Test
  void malformedRowFails() {
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> reader.read("7MARK|1|RUNNING|me\n"))
        .withMessageContaining("7MARK|1|RUNNING|me");
  }

  private static String row(
      String job,
      String index,
      String state,
      String user,
      String reason,
      String folder,
      String name) {
    String nodes = state.equals("PENDING") ? "" : "n[1-2]";
    return ("%sMARK|%s|%s|%s|2|%s|%s|%s|10:00|N/A|4294901755|0|"
            + "cpu=2,mem=1G,node=2,billing=2|gres:gpu:1|OK|%s|%s|%s|%s|\n")
        .formatted(job, index, state, user, SUBMITTED, STARTED, ENDED, nodes, reason, folder, name);
  }
}
