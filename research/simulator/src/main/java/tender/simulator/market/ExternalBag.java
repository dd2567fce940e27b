package tender.simulator.market;

import tender.core.model.Bag;
import tender.core.model.BagId;

/**
 * A bag and the truth about it.
 *
 * @param runMillis how long each task really takes on the reference processor
 */
public record ExternalBag(BagId id, Bag bag, long runMillis) {}
