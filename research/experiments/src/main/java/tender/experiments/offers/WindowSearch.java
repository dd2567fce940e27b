package tender.experiments.offers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tender.experiments.definition.ArrivalRule;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.definition.TraceSpec;
import tender.experiments.definition.WindowRule;
import tender.workload.trace.JobFilter;
import tender.workload.trace.LoadScaling;
import tender.workload.trace.LoadThinning;
import tender.workload.trace.ScaledTrace;
import tender.workload.trace.TraceJob;

/**
 * Finds the window of a trace that matches a row of Table 2 of Netto and Buyya, which gives the
 * number of jobs, the load and the range of widths, but not the days.
 *
 * <p>Candidates start on every tenth day of the trace and lie within it. A candidate fits if its
 * jobs, adapted to the paper's load, reach that load and if its widest job is the paper's, or as
 * near to it as that of any candidate, because a later version of a trace may lack the paper's
 * widest job. Of those that fit, the one nearest to the paper's number of jobs matches; of equally
 * near ones the earliest. The rule uses nothing but the table, so it cannot prefer windows by their
 * outcome.
 */
final class WindowSearch {
  private static final long DAY_SECONDS = 24 * 60 * 60;
  private static final int STEP_DAYS = 10;

  /** The table gives loads in whole percent. */
  private static final double LOAD_TOLERANCE = 0.01;

  /** How far, relative to the paper's, the number of jobs of a drawn window may be. */
  private static final double JOBS_TOLERANCE = 0.2;

  private final OffersExperiment experiment;
  private final TraceSpec spec;
  private final int processors;
  private final List<TraceJob> trace;

  private WindowSearch(
      OffersExperiment experiment, TraceSpec spec, int processors, List<TraceJob> trace) {
    this.experiment = experiment;
    this.spec = spec;
    this.processors = processors;
    this.trace = trace;
  }

  /**
   * The windows to use.
   *
   * @param processors of the machine, for the load
   * @param trace in order of submission
   */
  static TraceWindows find(
      OffersExperiment experiment, TraceSpec spec, int processors, List<TraceJob> trace) {
    WindowSearch search = new WindowSearch(experiment, spec, processors, trace);
    return switch (spec.window()) {
      case WindowRule.FromDay(int day) ->
          new TraceWindows(List.of(), List.of(search.window(day, spec.load())));
      case WindowRule.Matched matched -> search.match(matched);
    };
  }

  private TraceWindows match(WindowRule.Matched matched) {
    List<CandidateWindow> candidates = candidates(matched.load());
    List<CandidateWindow> loaded =
        candidates.stream().filter(window -> hasLoad(window, matched.load())).toList();
    if (loaded.isEmpty()) {
      throw new IllegalArgumentException(
          "None of the %s windows of %s has a load of %s. Choose a lower load or a wider filter."
              .formatted(candidates.size(), spec.trace(), matched.load()));
    }
    // The filter removes wider jobs than the paper's.
    int widest = loaded.stream().mapToInt(CandidateWindow::widest).max().orElseThrow();
    List<CandidateWindow> fitting =
        loaded.stream()
            .filter(window -> window.widest() == widest)
            .sorted(Comparator.comparingInt(window -> distance(window, matched)))
            .toList();
    List<CandidateWindow> used = new ArrayList<>();
    for (CandidateWindow window : fitting) {
      boolean near = distance(window, matched) <= JOBS_TOLERANCE * matched.jobs();
      if (used.isEmpty() || (matched.drawn() && near)) {
        used.add(window(window.firstDay(), spec.load()));
      }
    }
    return new TraceWindows(candidates, used);
  }

  private List<CandidateWindow> candidates(double load) {
    List<CandidateWindow> candidates = new ArrayList<>();
    long lastSeconds = trace.isEmpty() ? 0 : trace.getLast().submitSeconds();
    for (int day = 0; (day + experiment.days()) * DAY_SECONDS <= lastSeconds; day += STEP_DAYS) {
      candidates.add(window(day, load));
    }
    return candidates;
  }

  private static boolean hasLoad(CandidateWindow window, double load) {
    return Math.abs(window.selected().load() - load) < LOAD_TOLERANCE;
  }

  private static int distance(CandidateWindow window, WindowRule.Matched matched) {
    return Math.abs(window.jobs() - matched.jobs());
  }

  private CandidateWindow window(int day, double load) {
    return new CandidateWindow(day, select(day * DAY_SECONDS, load));
  }

  private ScaledTrace select(long startSeconds, double load) {
    JobFilter filter = spec.filter();
    return switch (experiment.arrivals()) {
      case ArrivalRule.THINNED ->
          new LoadThinning(
                  processors,
                  experiment.days() * DAY_SECONDS,
                  load,
                  experiment.loadMeasure(),
                  filter)
              .thin(trace, startSeconds);
      case ArrivalRule.STRETCHED ->
          LoadScaling.days(processors, experiment.days(), load)
              .measuredBy(experiment.loadMeasure())
              .filteredBy(filter)
              .startingAt(startSeconds)
              .scale(trace);
    };
  }
}
