package tender.experiments.day.report;

import java.util.List;
import java.util.Locale;
import tender.experiments.day.DayMeasures;
import tender.experiments.day.DayPolicy;
import tender.experiments.day.DayResults;
import tender.experiments.day.DayRun;

/**
 * A point of a growth curve: a day, or a sample of bags if calls to all providers are too many for
 * all bags.
 *
 * @param sampled whether the measures are of a sample of bags
 * @param selectionMicros 0 if unknown, because nothing is selected
 */
public record DayGrowth(
    DayMeasures measures, boolean sampled, double messagesPerSecond, double selectionMicros) {

  /** The points of one policy in a market of this size, by seed. */
  public static List<DayGrowth> of(DayResults results, DayPolicy policy, int size) {
    if (policy.kind() != DayPolicy.Kind.ALL || results.experiment().callsAll(size)) {
      return results.of(policy, size).stream().map(DayGrowth::ofDay).toList();
    }
    return results.of(DayPolicy.DEFAULT, size).stream().map(DayGrowth::ofSample).toList();
  }

  private static DayGrowth ofDay(DayRun run) {
    return new DayGrowth(
        run.measures(),
        false,
        run.measures().messagesPerSecond(),
        run.key().policy().kind() == DayPolicy.Kind.ALL ? 0 : run.selectionMicros());
  }

  private static DayGrowth ofSample(DayRun run) {
    DayMeasures all = run.sample().orElseThrow().all();
    double ofAllBags = (double) run.measures().bags() / all.bags();
    return new DayGrowth(all, true, all.messagesPerSecond() * ofAllBags, 0);
  }

  /** Such as 10,000 or 10,000*, where the asterisk marks a sample. */
  public String sizeText(int size) {
    return String.format(Locale.ROOT, "%,d%s", size, sampled ? "*" : "");
  }
}
