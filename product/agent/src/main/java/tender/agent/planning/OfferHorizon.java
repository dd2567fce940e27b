package tender.agent.planning;

import java.util.List;
import tender.agent.lending.LendingMode;
import tender.core.message.Message;
import tender.core.model.Offer;

/**
 * Withholds offers that end too late. In the committed mode local jobs wait until reserved parts
 * have ended, so no part may take longer than a local job may wait before parts are stopped for it.
 */
record OfferHorizon(LendingMode mode) {
  Message.ToMetascheduler limit(Message.ToMetascheduler message, long nowMillis) {
    return mode.reserves() && message instanceof Message.Offers offers
        ? limit(offers, nowMillis)
        : message;
  }

  private Message.Offers limit(Message.Offers made, long nowMillis) {
    long latestMillis = nowMillis + mode.untilStopMillis();
    List<Offer> early =
        made.offers().stream().filter(offer -> offer.completionMillis() <= latestMillis).toList();
    return new Message.Offers(
        made.call(),
        made.provider(),
        made.version(),
        early,
        made.disclosure(),
        made.madeMillis(),
        made.validUntilMillis());
  }
}
