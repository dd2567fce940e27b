package tender.experiments.shares;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.experiments.report.BarChart;
import tender.experiments.report.LineChart;
import tender.experiments.statistics.Sample;
import tender.simulator.share.ShareOutcome;

/**
 * The paper's Figures 2 to 7, drawn from our results. Figures 2 to 5 show one run, that of the
 * first seed; in Figures 6 and 7 error bars are 95 % confidence intervals.
 */
public final class SharesCharts {
  private static final double MILLICREDITS_PER_CENT = 10;
  private static final long STEP_MILLIS = 10 * Time.MINUTE_MILLIS;
  private static final long SHOWN_MILLIS = 800 * Time.MINUTE_MILLIS;

  /** Users whose bids vary. */
  private static final List<String> OPTIMISED = List.of("U2", "U3", "U7", "U8");

  /** Users that the paper shows. */
  private static final List<String> SHOWN = List.of("U1", "U2", "U3", "U4", "U5", "U7", "U8");

  private final SharesSummary summary;
  private final List<ShareOutcome.IntervalShare> history;

  public SharesCharts(SharesSummary summary) {
    this.summary = summary;
    history = SharesRunner.outcome(new SharesExperiment.Key(Interpretation.STANDARD, 1)).history();
  }

  /** Each figure as SVG, by file name. */
  public Map<String, String> draw() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("figure-2-bids-on-r1.svg", bids(BelleTestbed.FAST));
    files.put("figure-3-shares-of-r1.svg", shares(BelleTestbed.FAST));
    files.put("figure-4-bids-on-r4.svg", bids(BelleTestbed.SLOW));
    files.put("figure-5-shares-of-r4.svg", shares(BelleTestbed.SLOW));
    files.put("figure-6-run-time.svg", users("Run time", "hours", SharesMetrics::hours));
    files.put("figure-7-cost.svg", users("Cost", "G$", SharesMetrics::cost));
    return files;
  }

  private String bids(ProviderId resource) {
    return overTime(
        "Bids on " + resource,
        "cents per minute",
        OPTIMISED,
        resource,
        held -> held.bidPerMinute().millicredits() / MILLICREDITS_PER_CENT);
  }

  private String shares(ProviderId resource) {
    return overTime("Shares of " + resource, "%", SHOWN, resource, held -> 100 * held.share());
  }

  /** Each line covers the time from a user's first task at the resource to the last. */
  private String overTime(
      String title,
      String unit,
      List<String> users,
      ProviderId resource,
      ToDoubleFunction<ShareOutcome.IntervalShare> value) {
    List<List<LineChart.Point>> lines = new ArrayList<>();
    for (String user : users) {
      lines.add(
          history.stream()
              .filter(held -> held.resource().equals(resource))
              .filter(held -> held.user().value().equals(user))
              .filter(held -> held.atMillis() % STEP_MILLIS == STEP_MILLIS / 2)
              .filter(held -> held.atMillis() <= SHOWN_MILLIS)
              .map(held -> point(held, value.applyAsDouble(held)))
              .toList());
    }
    return new LineChart(
            title, unit, "minutes", users, List.of(new LineChart.Panel("seed 1", lines)))
        .svg();
  }

  private static LineChart.Point point(ShareOutcome.IntervalShare held, double value) {
    return new LineChart.Point(held.atMillis() / (double) Time.MINUTE_MILLIS, value, 0);
  }

  private String users(String title, String unit, Function<String, String> metric) {
    List<BarChart.Group> groups = new ArrayList<>();
    for (BelleTestbed.User user : BelleTestbed.USERS) {
      Sample sample = summary.of(Interpretation.STANDARD, metric.apply(user.name()));
      groups.add(
          new BarChart.Group(
              user.name() + " " + user.policy().title, List.of(BarChart.Bar.of(sample))));
    }
    return new BarChart(
            title, unit, List.of("mean over seeds"), List.of(new BarChart.Panel("", groups)))
        .svg();
  }
}
