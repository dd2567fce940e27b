package tender.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.protocol.v1.Wire;

class JournalReportTest {
  private static final ReservationId ID =
      new ReservationId(new CallId(new BagId("bag"), 2), 3, new ProviderId("north"));

  @Test
  void everyStateSurvivesEncoding() throws MalformedMessageException {
    List<JournalEntry> entries = new ArrayList<>();
    for (JournalEntry.State state : JournalEntry.State.values()) {
      entries.add(
          new JournalEntry(
              ID, state, TaskSet.first(9), TaskSet.first(4), TaskSet.first(2), new Money(7)));
    }
    JournalReport report = new JournalReport(1_795_000_000_000L, entries, true);
    assertThat(JournalReport.fromWire(report.toWire())).isEqualTo(report);
  }

  @Test
  void decisionSurvivesEncoding() throws MalformedMessageException {
    assertThat(JournalReport.forgotten(JournalReport.decision(List.of(ID)))).containsExactly(ID);
  }

  @Test
  void malformedReportIsRejected() {
    Wire.JournalEntry unknown = Wire.JournalEntry.getDefaultInstance();
    assertThatThrownBy(
            () ->
                JournalReport.fromWire(Wire.JournalReport.newBuilder().addEntries(unknown).build()))
        .isInstanceOf(MalformedMessageException.class);
    Wire.JournalReport tooLong =
        Wire.JournalReport.newBuilder()
            .addAllEntries(Collections.nCopies(ProtocolLimits.MAX_JOURNAL_ENTRIES + 1, unknown))
            .build();
    assertThatThrownBy(() -> JournalReport.fromWire(tooLong))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("501");
  }

  @Test
  void resultsOfOtherTasksAreRejected() {
    assertThatThrownBy(
            () ->
                new JournalEntry(
                    ID,
                    JournalEntry.State.COMMITTED,
                    TaskSet.first(2),
                    TaskSet.first(3),
                    TaskSet.empty(),
                    Money.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not in the part");
  }
}
