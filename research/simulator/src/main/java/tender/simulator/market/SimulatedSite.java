package tender.simulator.market;

import java.util.List;
import tender.core.message.Message;

/** A provider and its cluster. */
interface SimulatedSite {

  /** Schedules the submission of all local jobs. */
  void submitAll();

  void receive(Message.ToProvider message);

  /** The outcomes of the local jobs. */
  List<MarketOutcome.LocalJobOutcome> outcomes();

  /** Processor-milliseconds during which tasks ran before the horizon. */
  long busyMillis();
}
