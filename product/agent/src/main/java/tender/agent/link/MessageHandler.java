package tender.agent.link;

import java.util.List;
import java.util.function.Function;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.protocol.JournalReport;

/** Handles messages from the market. */
public interface MessageHandler {

  /**
   * Reports what the agent remembers to a market whose database was restored to an earlier time,
   * and forgets what the market does not know any more. By default the agent remembers nothing.
   *
   * @param epoch identifies the restore
   * @param send sends a report and returns the reservations to stop and forget
   */
  default void reconcile(long epoch, Function<JournalReport, List<ReservationId>> send) {
    List<ReservationId> _ = send.apply(new JournalReport(epoch, List.of(), true));
  }

  /**
   * Handles a message. When this returns, the message has been handled and stored, and is
   * acknowledged. Called by one thread, in order of arrival; a message may be repeated. If this
   * throws, the message is not acknowledged, and it and all later ones are sent again.
   */
  void handle(Message.ToProvider message);
}
