package tender.core.promise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replays past forecasts: the promises that would have been made, each with what was learned from
 * the work that had ended by then. So the slack can be computed from past forecasts alone.
 *
 * @param promises the promise for each past forecast, in the same order
 * @param slack what is learned when all work has ended
 */
public record PromiseReplay(List<Expectation> promises, Slack slack) {
  public PromiseReplay {
    promises = List.copyOf(promises);
  }

  /** An event of the past: a promise is made, or its work ends. */
  private record Moment(long instantMillis, boolean isEnd, int index) {}

  /** At the same instant ends come before promises, each in the order of the forecasts. */
  private static final Comparator<Moment> BY_TIME =
      Comparator.comparingLong(Moment::instantMillis)
          .thenComparing(moment -> !moment.isEnd)
          .thenComparingInt(Moment::index);

  /** Replays all forecasts. */
  public static PromiseReplay of(double targetKept, List<PastForecast> pasts) {
    List<Moment> moments = new ArrayList<>(2 * pasts.size());
    for (int index = 0; index < pasts.size(); index++) {
      PastForecast past = pasts.get(index);
      long madeMillis = past.forecast().madeMillis();
      moments.add(new Moment(madeMillis, false, index));
      moments.add(new Moment(Math.max(past.endedMillis(), madeMillis + 1), true, index));
    }
    moments.sort(BY_TIME);
    @Nullable Expectation[] stated = new Expectation[pasts.size()];
    Slack slack = Slack.withoutObservations(targetKept);
    for (Moment moment : moments) {
      PastForecast past = pasts.get(moment.index);
      Expectation expected = stated[moment.index];
      if (expected == null) {
        stated[moment.index] = slack.promise(past.forecast());
      } else {
        slack = slack.withOutcome(expected, past.endedMillis());
      }
    }
    return new PromiseReplay(List.of(stated), slack);
  }
}
