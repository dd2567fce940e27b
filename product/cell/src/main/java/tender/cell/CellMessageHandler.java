package tender.cell;

import java.util.List;
import java.util.function.Function;
import tender.agent.link.MessageHandler;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.protocol.JournalReport;

/** Passes the messages of the other market to the cell. */
record CellMessageHandler(CellProvider provider) implements MessageHandler {
  @Override
  public void handle(Message.ToProvider message) {
    provider.handle(message);
  }

  /** A cell has no journal: it gives up all parts, and the other market places them again. */
  @Override
  public void reconcile(long epoch, Function<JournalReport, List<ReservationId>> send) {
    provider.releaseAll();
    MessageHandler.super.reconcile(epoch, send);
  }
}
