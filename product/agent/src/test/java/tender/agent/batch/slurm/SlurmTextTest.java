package tender.agent.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.LocalJob;
import tender.agent.batch.ObservedReservation;

class SlurmTextTest {
  @ParameterizedTest
  @CsvSource({
    "0:30, 30000",
    "10:00, 600000",
    "01:00:00, 3600000",
    "1-02:03:04, 93784000",
    "365-00:00:00, 31536000000"
  })
  void limitsAreParsed(String text, long millis) {
    assertThat(SlurmText.limitMillis(text)).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UNLIMITED", "NOT_SET", "Partition_Limit", "INVALID", ""})
  void missingLimitsAreUnlimited(String text) {
    assertThat(SlurmText.limitMillis(text)).isEqualTo(LocalJob.UNLIMITED_MILLIS);
  }

  @Test
  void instantsAreParsed() {
    long millis = Instant.parse("2026-11-15T08:23:14Z").toEpochMilli();
    assertThat(SlurmText.instantMillis("2026-11-15T08:23:14")).hasValue(millis);
    assertThat(SlurmText.instant(millis / 1000)).isEqualTo("2026-11-15T08:23:14");
    assertThat(SlurmText.instant(millis / 1000 - 14)).isEqualTo("2026-11-15T08:23:00");
    assertThat(SlurmText.instantMillis("N/A")).isEmpty();
    assertThat(SlurmText.instantMillis("Unknown")).isEmpty();
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> SlurmText.instantMillis("08:23:14"));
  }

  @Test
  void nodeListsAreExpanded() {
    assertThat(new HostList(1_000).expand("")).isEmpty();
    assertThat(new HostList(1_000).expand("(null)")).containsExactly("(null)");
    assertThat(new HostList(1_000).expand("a,b1,c[08-10,3]x,r[1-2]n[1,5]"))
        .containsExactly("a", "b1", "c08x", "c09x", "c10x", "c3x", "r1n1", "r1n5", "r2n1", "r2n5");
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> new HostList(1_000).expand("n[0-999999999]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"n[9-1]", "n[0-999999999][9-1]", "n[,]", "n[]", "n[1][1][1][1][1][1][1][1][1]"})
  void nodeListsThatSlurmNeverPrintsAreRejected(String text) {
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> new HostList(1_000).expand(text));
  }

  @Test
  void nodesAreLimitedOverAllLists() {
    HostList hostList = new HostList(10);
    assertThat(hostList.expand("n[1-6]")).hasSize(6);
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> hostList.expand("n[1-6]"));
  }

  @Test
  void partitionsThatShareNodesAreFound() {
    PartitionNodes nodes =
        PartitionNodes.read("n1|main|2\nn2|main|1\nn2|debug|1\nn3|debug|1\nn4|big|4\n", "main");
    assertThat(nodes).isEqualTo(new PartitionNodes(Set.of("n1", "n2"), Set.of("main", "debug"), 2));
    assertThat(PartitionNodes.read("n1|main|2\n", "other").nodes()).isEmpty();
  }

  @Test
  void reservationCountsItsShareOfPartitionNodes() {
    var nodes = new PartitionNodes(Set.of("n1", "n2"), Set.of("main"), 1);
    String common =
        " StartTime=2026-11-15T08:00:00 EndTime=2026-11-15T09:00:00 Duration=01:00:00 Nodes=%s"
            + " NodeCnt=3 CoreCnt=9 Features=(null) PartitionName=main Flags=FLEX TRES=cpu=%d"
            + " Users=%s Groups=(null) Accounts=(null) Licenses=(null) State=INACTIVE\n";
    String output =
        "ReservationName=mine"
            + common.formatted("n1", 4, "me")
            + "ReservationName=wide"
            + common.formatted("n[1-3]", 10, "me,you")
            + "ReservationName=tender-b1"
            + common.formatted("n2", 2, "me,account")
            + "ReservationName=elsewhere"
            + common.formatted("n[3-9]", 10, "you")
            + "No reservations in the system\n";
    long from = Instant.parse("2026-11-15T08:00:00Z").toEpochMilli();
    assertThat(ReservationReader.read(output, "me", nodes))
        .isEqualTo(
            List.of(
                new ObservedReservation("mine", 4, from, from + 3_600_000, true),
                new ObservedReservation("wide", 7, from, from + 3_600_000, false),
                new ObservedReservation("tender-b1", 2, from, from + 3_600_000, true)));
  }
}
