package tender.agent.batch.gridengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.LocalJob;
import tender.agent.batch.NodeAllocation;
import tender.agent.batch.OwnTask;
import tender.core.model.Time;
import tender.core.resource.ResourceAmounts;

class QstatReaderTest {
  private static final GridEngineJobNames NAMES = GridEngineJobNames.of("me", Path.of("/work"));
  private static final String OURS = NAMES.toGridEngine("bag.1");
  private static final ComplexAttributes ATTRIBUTES =
      ComplexAttributes.read(ComplexAttributesTest.QCONF_SC, Optional.of("exclusive"));
  private static final long AT = Instant.parse("2026-11-15T15:31:27Z").toEpochMilli();

  @Test
  void ownTasksAreIndexedFromZero() {
    QstatReader reader =
        read(
            row("running", OURS, "me", "r", "<tasks>3</tasks>")
                + row("pending", OURS, "me", "qw", "<tasks>4-5:1,9</tasks>")
                + row("pending", OURS, "me", "Eqw", "<tasks>7</tasks>"));
    assertThat(reader.own())
        .containsExactly(
            new OwnTask("bag.1", 2, true, AT, Optional.of(allocation(2, 0, 0, "here"))),
            new OwnTask("bag.1", 3, false, Time.NEVER),
            new OwnTask("bag.1", 4, false, Time.NEVER),
            new OwnTask("bag.1", 8, false, Time.NEVER));
    assertThat(reader.broken()).containsExactly(new OwnTask("bag.1", 6, false, Time.NEVER));
    assertThat(reader.jobIds("bag.1")).containsExactly("7");
    assertThat(reader.jobIds("bag.2")).isEmpty();
    assertThat(reader.local()).isEmpty();
  }

  @Test
  void jobOfAnotherUserWithOwnPrefixIsLocal() {
    assertThat(read(row("running", OURS, "you", "r", "<tasks>3</tasks>")).local())
        .containsExactly(
            new LocalJob(
                "7.3",
                2,
                true,
                AT,
                AT,
                LocalJob.UNLIMITED_MILLIS,
                Time.NEVER,
                Optional.of(allocation(2, 0, 0, "here"))));
  }

  private static NodeAllocation allocation(
      int processors, int memoryMib, int gpus, String... names) {
    return new NodeAllocation(
        new ResourceAmounts(processors, memoryMib, gpus, 0), 1, false, List.of(names));
  }

  @Test
  void memoryIsCountedPerSlotAndGpusPerJob() {
    String requests =
        """
        <hard_request name="h_rt" resource_contribution="0.000000">600</hard_request>
        <hard_request name="h_vmem" resource_contribution="0.000000">1.5G</hard_request>
        <hard_request name="avx512" resource_contribution="0.000000">true</hard_request>
        <hard_request name="gpu" resource_contribution="0.000000">1</hard_request>
        """;
    assertThat(read(row("running", "job", "you", "r", requests)).local().getFirst().allocation())
        .contains(allocation(2, 3_072, 1, "here"));
    assertThat(read(row("pending", "job", "you", "qw", requests)).local().getFirst().allocation())
        .contains(allocation(2, 3_072, 1));
    String exclusive =
        "<hard_request name=\"exclusive\" resource_contribution=\"1000.0\">true</hard_request>";
    assertThat(read(row("running", "job", "you", "r", exclusive)).local().getFirst().allocation())
        .hasValueSatisfying(given -> assertThat(given.exclusive()).isTrue());
  }

  @Test
  void slotsOfHostsWithRunningJobsAreRead() {
    String output =
        """
        <?xml version='1.0'?>
        <job_info><queue_info>
          <Queue-List>
            <name>main.q@one</name>
            <slots_total>8</slots_total>
            <job_list state="running"><JB_job_number>4</JB_job_number><state>r</state></job_list>
          </Queue-List>
          <Queue-List><name>main.q@two</name><slots_total>4</slots_total></Queue-List>
          <Queue-List>
            <name>main.q@off</name><slots_total>4</slots_total><state>au</state>
          </Queue-List>
        </queue_info></job_info>
        """;
    assertThat(QueueConfiguration.usableSlotsByHost(output))
        .containsExactly(Map.entry("one", 8), Map.entry("two", 4));
    assertThat(QueueConfiguration.usableSlots(output)).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource({
    "qw, '', 1",
    "hqw, '', 0",
    "Eqw, '', 0",
    "qw, <hard_req_queue>main.q</hard_req_queue>, 1",
    "qw, <hard_req_queue>main.q@here</hard_req_queue>, 1",
    "qw, <hard_req_queue>m*</hard_req_queue>, 1",
    "qw, <hard_req_queue>other.q</hard_req_queue>, 0",
    "qw, <hard_req_queue>other.q</hard_req_queue><hard_req_queue>main.q</hard_req_queue>, 1",
  })
  void jobsWaitingForTheQueueAreRead(String state, String request, int seen) {
    assertThat(read(row("pending", "job", "you", state, request)).local()).hasSize(seen);
  }

  @ParameterizedTest
  @CsvSource({
    "3600, 3600000",
    "3600.000000, 3600000",
    "1:00:01, 3601000",
    "INFINITY, 7200000",
    "9000, 7200000"
  })
  void limitIsMinimumOfJobAndQueue(String text, long millis) {
    String request = "<hard_request name=\"h_rt\" resource_contribution=\"0.0\">";
    QstatReader reader = new QstatReader(NAMES, "main.q", 2 * Time.HOUR_MILLIS, ATTRIBUTES);
    reader.read(document(row("running", "job", "you", "r", request + text + "</hard_request>")));
    assertThat(reader.local().getFirst().limitMillis()).isEqualTo(millis);
  }

  @Test
  void documentTypesAreRejected() {
    String hostile =
        "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"
            + "<job_info><job_list state=\"running\"><JB_name>&e;</JB_name></job_list></job_info>";
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> new QstatReader(NAMES, "main.q", 1, ATTRIBUTES).read(hostile))
        .withMessageNotContaining("root:");
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> read("<job_list state='running'><JB_owner>me</JB_owner></job_list>"));
  }

  private static QstatReader read(String rows) {
    return new QstatReader(NAMES, "main.q", LocalJob.UNLIMITED_MILLIS, ATTRIBUTES)
        .read(document(rows));
  }

  private static String document(String rows) {
    return "<?xml version='1.0'?>\n<job_info><queue_info>" + rows + "</queue_info></job_info>";
  }

  private static String row(String phase, String name, String owner, String state, String more) {
    String when = phase.equals("running") ? "JAT_start_time" : "JB_submission_time";
    return """
    <job_list state="%s">
      <JB_job_number>7</JB_job_number>
      <JB_priority>-100</JB_priority>
      <JB_name>%s</JB_name>
      <JB_owner>%s</JB_owner>
      <state>%s</state>
      <%s>2026-11-15T15:31:27</%s>
      <queue_name>main.q@here</queue_name>
      <slots>2</slots>
      %s
    </job_list>
    """
        .formatted(phase, name, owner, state, when, when, more);
  }
}
