package tender.simulator.market;

import java.util.List;
import tender.core.message.Message;

/** A provider and its cluster. */
interface SimulatedSite {

  /** Lets the local users hand in all that they will. */
  void submitAll();

  void receive(Message.ToProvider message);

  /** What became of the local jobs. */
  List<MarketOutcome.LocalJobOutcome> outcomes();

  /** Processor-milliseconds during which tasks ran until the run's horizon. */
  long busyMillis();
}
