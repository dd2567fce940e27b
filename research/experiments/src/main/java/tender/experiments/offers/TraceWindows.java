package tender.experiments.offers;

import java.util.List;

/**
 * The windows of a trace.
 *
 * @param candidates all windows that were compared with the paper's; empty if the window is fixed
 * @param used the window of all seeds, or several of which each seed draws one
 */
public record TraceWindows(List<CandidateWindow> candidates, List<CandidateWindow> used) {
  public TraceWindows {
    candidates = List.copyOf(candidates);
    used = List.copyOf(used);
  }

  /**
   * The window of a seed.
   *
   * @param drawn a random number, uniform over all longs
   */
  CandidateWindow of(long drawn) {
    return used.get((int) Math.unsignedMultiplyHigh(drawn, used.size()));
  }
}
