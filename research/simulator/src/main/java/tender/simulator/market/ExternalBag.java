package tender.simulator.market;

import tender.core.model.Bag;
import tender.core.model.BagId;

/**
 * A bag and its actual run times.
 *
 * @param runMillis how long each task actually takes on the reference processor
 */
public record ExternalBag(BagId id, Bag bag, long runMillis) {}
