package tender.workload.swf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Everything that was wrong with a log: the first {@value #KEPT} findings in words, and of all of
 * them the number.
 */
public final class SwfFindings {
  static final int KEPT = 100;

  private final List<SwfFinding> first;
  private final Map<SwfProblem, Long> counts;

  private SwfFindings(List<SwfFinding> first, Map<SwfProblem, Long> counts) {
    this.first = first;
    this.counts = counts;
  }

  /** The first findings, in the order of their lines. */
  public List<SwfFinding> first() {
    return first;
  }

  /** How often each problem was found; those never found are absent. */
  public Map<SwfProblem, Long> counts() {
    return counts;
  }

  public long count(SwfProblem problem) {
    return counts.getOrDefault(problem, 0L);
  }

  /** How many lines were skipped because they could not be read. */
  public long badLines() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().isBadLine())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Whether the log was read to its end. */
  public boolean isComplete() {
    return counts.keySet().stream().noneMatch(SwfProblem::endsReading);
  }

  public boolean isEmpty() {
    return counts.isEmpty();
  }

  @Override
  public String toString() {
    return counts.toString();
  }

  /** Findings while they are being made. */
  static final class Collector {
    private final List<SwfFinding> first = new ArrayList<>();
    private final EnumMap<SwfProblem, Long> counts = new EnumMap<>(SwfProblem.class);

    /** The words are made only if they are kept: a log may consist of nothing but bad lines. */
    void add(long line, SwfProblem problem, Supplier<String> text) {
      counts.merge(problem, 1L, Long::sum);
      if (first.size() < KEPT) {
        first.add(new SwfFinding(line, problem, text.get()));
      }
    }

    SwfFindings snapshot() {
      return new SwfFindings(
          List.copyOf(first), Collections.unmodifiableMap(new EnumMap<>(counts)));
    }
  }
}
