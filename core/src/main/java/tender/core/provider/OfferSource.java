package tender.core.provider;

import java.util.List;
import tender.core.message.Message;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.Offer;

/** Makes offers for calls. */
interface OfferSource {

  /** The offers for a call, valid from now on for the time that the terms define. */
  Message.Offers offers(Message.Call call, int version, long nowMillis);

  /** How many tasks were offered by the completion time of a reservation. */
  int tasksOnOffer(Message.Offers answer, Message.Reserve reserve);

  /** A part as a job; its deadline is the time offered, or that of the bag if it is later. */
  static Job job(
      Message.Reserve reserve, Message.Call call, Cluster cluster, long submittedMillis) {
    return new Job(
        ReservationTable.jobId(reserve.id()),
        reserve.tasks(),
        call.bag().width(),
        cluster.durationMillis(call.bag().estimateMillis()),
        submittedMillis,
        Math.max(reserve.completionMillis(), call.bag().deadlineMillis()),
        call.bag().request());
  }

  /** The largest number of tasks offered for exactly this completion time. */
  static int tasksOfferedFor(List<Offer> offers, long completionMillis) {
    return offers.stream()
        .filter(offer -> offer.completionMillis() == completionMillis)
        .mapToInt(Offer::tasks)
        .max()
        .orElse(0);
  }
}
