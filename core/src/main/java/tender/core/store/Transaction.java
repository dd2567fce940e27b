package tender.core.store;

import java.util.List;
import tender.core.ledger.Transfer;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.TaskSet;

/**
 * What is written all or nothing.
 *
 * @param readVersion nothing is written if the bag has another version by now
 * @param messages what is owed to providers from then on
 * @param counted results that count from then on
 * @param transfers money that moves with it; nothing is written if an account does not bear it
 * @param news what the user is to be told, besides what the state says
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

  /** What moves no money. */
  public Transaction(
      BagId bag,
      long readVersion,
      BagState state,
      List<OutboxMessage> messages,
      List<AcceptedResults> counted,
      List<BagEffect> news) {
    this(bag, readVersion, state, messages, counted, List.of(), news);
  }

  /** The version that the bag has afterwards. */
  public long version() {
    return readVersion + 1;
  }

  /** Results of a reservation that count, each for the first and only time. */
  public record AcceptedResults(ReservationId part, TaskSet tasks) {}
}
