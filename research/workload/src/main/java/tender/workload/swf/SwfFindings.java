package tender.workload.swf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * All problems of a trace: the first {@value #KEPT} findings with their texts, and the number of
 * all of them.
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

  /** How often each problem was found; problems that were not found are absent. */
  public Map<SwfProblem, Long> counts() {
    return counts;
  }

  public long count(SwfProblem problem) {
    return counts.getOrDefault(problem, 0L);
  }

  /** Number of lines that were skipped because they could not be parsed. */
  public long badLines() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().isBadLine())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Whether the trace was read to its end. */
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

  /** Collects findings while a trace is read. */
  static final class Collector {
    private final List<SwfFinding> first = new ArrayList<>();
    private final EnumMap<SwfProblem, Long> counts = new EnumMap<>(SwfProblem.class);

    /** Creates the text only if it is kept, because a trace may consist of bad lines only. */
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
