package tender.core.provider;

import java.util.List;
import tender.core.message.Message;
import tender.core.model.Offer;

/** Says what there is room for. */
interface OfferSource {

  /** The answer to a call, good from now on for as long as the terms say. */
  Message.Offers offers(Message.Call call, int version, long nowMillis);

  /** How many tasks by the time of a reservation were offered. */
  int tasksOnOffer(Message.Offers answer, Message.Reserve reserve);

  /** How many tasks are offered by such a time. */
  static int tasksCompletedBy(List<Offer> offers, long byMillis) {
    return offers.stream()
        .filter(offer -> offer.completionMillis() == byMillis)
        .mapToInt(Offer::tasks)
        .max()
        .orElse(0);
  }
}
