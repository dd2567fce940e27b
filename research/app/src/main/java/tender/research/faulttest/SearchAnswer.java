package tender.research.faulttest;

import java.math.BigDecimal;
import tender.support.text.Decimal;

/**
 * The JSON output of {@code tender-research fault-test}.
 *
 * @param worlds the number of worlds run; fewer than requested if enough violations were found
 * @param worldsPerCpuSecond 0 where it is unknown
 * @param hash of all events, independent of the number of threads
 */
record SearchAnswer(
    String world,
    long firstSeed,
    int worlds,
    int requested,
    TotalsAnswer totals,
    BigDecimal worldsPerCpuSecond,
    String hash) {

  static SearchAnswer of(SearchResult result) {
    return new SearchAnswer(
        result.kind().toString(),
        result.firstSeed(),
        result.totals().worlds(),
        result.requested(),
        TotalsAnswer.of(result.totals(), result.kind()),
        Decimal.of(Math.round(result.worldsPerCpuSecond() * 1e3)),
        NumberText.hash(result.totals().hash()));
  }
}
