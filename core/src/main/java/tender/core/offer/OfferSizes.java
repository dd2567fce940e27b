package tender.core.offer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/** Makes offers from the sizes of a bag's part that a provider considers. */
final class OfferSizes {
  private OfferSizes() {}

  /**
   * @param completionMillis for each size when it can be done, {@link Time#NEVER} if never
   */
  static OfferList list(ProviderId provider, int[] sizes, long[] completionMillis) {
    List<Offer> offers = new ArrayList<>();
    List<OfferList.ConsideredSize> considered = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      OfferList.Outcome outcome = outcome(completionMillis, i);
      if (outcome == OfferList.Outcome.OFFERED) {
        offers.add(Offer.free(provider, sizes[i], completionMillis[i]));
      }
      considered.add(new OfferList.ConsideredSize(sizes[i], completionMillis[i], outcome));
    }
    return new OfferList(offers, considered);
  }

  private static OfferList.Outcome outcome(long[] completionMillis, int size) {
    if (completionMillis[size] == Time.NEVER) {
      return OfferList.Outcome.NEVER_ENOUGH_FREE;
    }
    return size + 1 < completionMillis.length
            && completionMillis[size + 1] == completionMillis[size]
        ? OfferList.Outcome.LARGER_BY_THE_SAME_TIME
        : OfferList.Outcome.OFFERED;
  }

  static OfferList tooWide(int[] sizes) {
    return new OfferList(
        List.of(),
        Arrays.stream(sizes)
            .mapToObj(
                tasks ->
                    new OfferList.ConsideredSize(
                        tasks, Time.NEVER, OfferList.Outcome.TASK_WIDER_THAN_CLUSTER))
            .toList());
  }
}
