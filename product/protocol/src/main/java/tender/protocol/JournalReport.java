package tender.protocol;

import java.util.ArrayList;
import java.util.List;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.protocol.v1.Wire;

/**
 * A part of an agent's journal, for a market whose database was restored.
 *
 * @param epoch identifies the restore
 * @param isLast whether no further report follows
 */
public record JournalReport(long epoch, List<JournalEntry> entries, boolean isLast) {
  public JournalReport {
    entries = List.copyOf(entries);
    if (entries.size() > ProtocolLimits.MAX_JOURNAL_ENTRIES) {
      throw new IllegalArgumentException(
          "A report has %d reservations; the maximum is %d."
              .formatted(entries.size(), ProtocolLimits.MAX_JOURNAL_ENTRIES));
    }
  }

  public Wire.JournalReport toWire() {
    Wire.JournalReport.Builder wire =
        Wire.JournalReport.newBuilder().setEpoch(epoch).setLast(isLast);
    for (JournalEntry entry : entries) {
      wire.addEntries(
          Wire.JournalEntry.newBuilder()
              .setId(MessageEncoder.reservationId(entry.id()))
              .setState(toWire(entry.state()))
              .setTasks(TaskSetCodec.encode(entry.tasks()))
              .setEndedTasks(TaskSetCodec.encode(entry.endedTasks()))
              .setAcceptedTasks(TaskSetCodec.encode(entry.acceptedTasks()))
              .setBillMillicredits(entry.bill().millicredits()));
    }
    return wire.build();
  }

  public static JournalReport fromWire(Wire.JournalReport wire) throws MalformedMessageException {
    if (wire.getEntriesCount() > ProtocolLimits.MAX_JOURNAL_ENTRIES) {
      throw new MalformedMessageException(
          "A report has %d reservations; the maximum is %d."
              .formatted(wire.getEntriesCount(), ProtocolLimits.MAX_JOURNAL_ENTRIES));
    }
    try {
      List<JournalEntry> entries = new ArrayList<>();
      for (Wire.JournalEntry entry : wire.getEntriesList()) {
        entries.add(
            new JournalEntry(
                MessageDecoder.reservationId(entry.getId()),
                state(entry.getState()),
                TaskSetCodec.decode(entry.getTasks()),
                TaskSetCodec.decode(entry.getEndedTasks()),
                TaskSetCodec.decode(entry.getAcceptedTasks()),
                new Money(entry.getBillMillicredits())));
      }
      return new JournalReport(wire.getEpoch(), entries, wire.getLast());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The answer to a report: which reservations the agent must forget. */
  public static Wire.JournalDecision decision(List<ReservationId> forgotten) {
    Wire.JournalDecision.Builder wire = Wire.JournalDecision.newBuilder();
    forgotten.forEach(id -> wire.addForget(MessageEncoder.reservationId(id)));
    return wire.build();
  }

  public static List<ReservationId> forgotten(Wire.JournalDecision wire)
      throws MalformedMessageException {
    try {
      return wire.getForgetList().stream().map(MessageDecoder::reservationId).toList();
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Wire.JournalState toWire(JournalEntry.State state) {
    return switch (state) {
      case RESERVED -> Wire.JournalState.JOURNAL_STATE_RESERVED;
      case COMMITTED -> Wire.JournalState.JOURNAL_STATE_COMMITTED;
      case COMPLETED -> Wire.JournalState.JOURNAL_STATE_COMPLETED;
      case REFUSED -> Wire.JournalState.JOURNAL_STATE_REFUSED;
    };
  }

  private static JournalEntry.State state(Wire.JournalState wire) {
    return switch (wire) {
      case JOURNAL_STATE_RESERVED -> JournalEntry.State.RESERVED;
      case JOURNAL_STATE_COMMITTED -> JournalEntry.State.COMMITTED;
      case JOURNAL_STATE_COMPLETED -> JournalEntry.State.COMPLETED;
      case JOURNAL_STATE_REFUSED -> JournalEntry.State.REFUSED;
      case JOURNAL_STATE_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("A journal entry has the unknown state " + wire + ".");
    };
  }
}
