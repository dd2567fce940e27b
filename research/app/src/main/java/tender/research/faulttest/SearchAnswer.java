package tender.research.faulttest;

import java.math.BigDecimal;
import tender.cli.output.Decimal;

/**
 * The answer of {@code tender faults} for programs.
 *
 * @param worlds how many were run, fewer than asked for when enough violations were found
 * @param worldsPerCpuSecond 0 where the machine does not tell
 * @param hash of everything that happened, whatever the number of threads
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
        result.size().toString(),
        result.firstSeed(),
        result.totals().worlds(),
        result.requested(),
        TotalsAnswer.of(result.totals(), result.size()),
        Decimal.of(Math.round(result.worldsPerCpuSecond() * 1e3)),
        NumberText.hash(result.totals().hash()));
  }
}
