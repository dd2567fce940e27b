package tender.core.promise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would have been promised, and what is known in the end, if everything happened again: each
 * promise is made with what was learned from those that had ended by then. So who has the record of
 * the past needs no other memory.
 *
 * @param stated the promise made for each of the past, in their order
 * @param slack what is known when all have ended
 */
public record PromiseReplay(List<Expectation> promises, Slack slack) {
  public PromiseReplay {
    promises = List.copyOf(promises);
  }

  /** Something of the past: a promise is made, or its work ends. */
  private record Moment(long instantMillis, boolean isEnd, int place) {}

  /** At one instant ends come first, then promises, each in the order of the past. */
  private static final Comparator<Moment> IN_ORDER =
      Comparator.comparingLong(Moment::instantMillis)
          .thenComparing(moment -> !moment.isEnd)
          .thenComparingInt(Moment::place);

  /** Everything again, from the first on. */
  public static PromiseReplay of(double wantedKept, List<PastForecast> pasts) {
    List<Moment> moments = new ArrayList<>(2 * pasts.size());
    for (int place = 0; place < pasts.size(); place++) {
      PastForecast past = pasts.get(place);
      long madeMillis = past.forecast().madeMillis();
      moments.add(new Moment(madeMillis, false, place));
      moments.add(new Moment(Math.max(past.endedMillis(), madeMillis + 1), true, place));
    }
    moments.sort(IN_ORDER);
    @Nullable Expectation[] stated = new Expectation[pasts.size()];
    Slack slack = Slack.withoutObservations(wantedKept);
    for (Moment moment : moments) {
      PastForecast past = pasts.get(moment.place);
      Expectation expected = stated[moment.place];
      if (expected == null) {
        stated[moment.place] = slack.promise(past.forecast());
      } else {
        slack = slack.withOutcome(expected, past.endedMillis());
      }
    }
    return new PromiseReplay(List.of(stated), slack);
  }
}
