package tender.experiments.claims;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tender.experiments.statistics.Sample;

/** Named differences between means, and their text. */
public final class Differences {
  private final Map<String, Sample> byName = new LinkedHashMap<>();
  private final String format;

  /**
   * @param format of a number, such as {@code %.2f}
   */
  public Differences(String format) {
    this.format = format;
  }

  public Differences add(String name, Sample difference) {
    byName.put(name, difference);
    return this;
  }

  public List<Sample> samples() {
    return new ArrayList<>(byName.values());
  }

  /** All differences: name, mean and half-width of the interval. */
  @Override
  public String toString() {
    return describe(sample -> true);
  }

  public String describe(Predicate<Sample> which) {
    return byName.entrySet().stream()
        .filter(entry -> which.test(entry.getValue()))
        .map(entry -> entry.getKey() + " " + number(entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  /**
   * The claim that all differences are above 0.
   *
   * @param ours what the differences are
   */
  public PaperClaim claimPositive(String id, String statement, String paper, String ours) {
    Verdict verdict = Verdict.allPositive(samples());
    return new PaperClaim(
        id, statement, paper, ours + this, verdict, explainNotPositive(verdict, ""));
  }

  /** Explains which differences contradict a claim that all are above 0, or are not significant. */
  public String explainNotPositive(Verdict verdict, String reason) {
    return switch (verdict) {
      case HOLDS -> "";
      case HOLDS_IN_DIRECTION -> "Not significant: " + describe(sample -> sample.low() <= 0) + ".";
      case DOES_NOT_HOLD ->
          ("Not positive: " + describe(sample -> sample.mean() <= 0) + ". " + reason).strip();
    };
  }

  /** The mean with its sign and, if known, the half-width. */
  private String number(Sample sample) {
    String mean = String.format(Locale.ROOT, format.replace("%", "%+"), sample.mean());
    return (Double.isInfinite(sample.halfWidth())
            ? mean
            : mean + " ± " + String.format(Locale.ROOT, format, sample.halfWidth()))
        .replace('-', '−');
  }
}
