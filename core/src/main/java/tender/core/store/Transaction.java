package tender.core.store;

import java.util.List;
import tender.core.ledger.Transfer;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.TaskSet;

/**
 * What is written together, all or nothing.
 *
 * @param readVersion the version that was read; nothing is written if the bag has another one
 * @param messages messages to providers, for the outbox
 * @param acceptedResults results that count from this write on
 * @param transfers transfers of money; nothing is written if an account cannot cover one
 * @param historyEvents events for the bag's history, in addition to the state
 */
public record Transaction(
    BagId bag,
    long readVersion,
    BagState state,
    List<OutboxMessage> messages,
    List<AcceptedResults> acceptedResults,
    List<Transfer> transfers,
    List<BagEffect> historyEvents) {
  public Transaction {
    messages = List.copyOf(messages);
    acceptedResults = List.copyOf(acceptedResults);
    transfers = List.copyOf(transfers);
    historyEvents = List.copyOf(historyEvents);
  }

  /** The version of the bag after the write. */
  public long version() {
    return readVersion + 1;
  }

  /** Results of a part that count, each for the first and only time. */
  public record AcceptedResults(ReservationId part, TaskSet tasks) {}
}
