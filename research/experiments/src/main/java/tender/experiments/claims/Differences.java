package tender.experiments.claims;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tender.experiments.statistics.Sample;

/** Differences by their names, and how they are told. */
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

  /** All of them: name, mean and half the width of the interval. */
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

  /** Where a claim that all are above 0 fails, or is not beyond chance. */
  public String explainNotPositive(Verdict verdict, String reason) {
    return switch (verdict) {
      case HOLDS -> "";
      case HOLDS_IN_DIRECTION ->
          "Not beyond chance: " + describe(sample -> sample.low() <= 0) + ".";
      case DOES_NOT_HOLD ->
          ("The other way: " + describe(sample -> sample.mean() <= 0) + ". " + reason).strip();
    };
  }

  /** With its sign, since it is a difference; with its interval, if there is one. */
  private String number(Sample sample) {
    String mean = String.format(Locale.ROOT, format.replace("%", "%+"), sample.mean());
    return (Double.isInfinite(sample.halfWidth())
            ? mean
            : mean + " ± " + String.format(Locale.ROOT, format, sample.halfWidth()))
        .replace('-', '−');
  }
}
