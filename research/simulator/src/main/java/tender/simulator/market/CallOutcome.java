package tender.simulator.market;

import tender.core.model.BagId;
import tender.core.model.Money;

/**
 * How a bag was called and what it cost.
 *
 * @param calledProviders how many calls were sent to providers
 * @param price what was promised; zero without a promise
 */
public record CallOutcome(BagId bag, int calledProviders, Money price) {}
