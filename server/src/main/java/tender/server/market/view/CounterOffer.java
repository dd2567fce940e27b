package tender.server.market.view;

import tender.core.model.Money;

/**
 * What can be had, about which the person is asked: a quote that was wished for, or the best there
 * is when the deadline or the budget cannot be met.
 *
 * @param untilMillis when it stands no longer
 */
public record CounterOffer(long byMillis, Money price, long untilMillis) {}
