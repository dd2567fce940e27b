package tender.experiments.optimum;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.CumulativeConstraint;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.IntervalVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.Literal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import tender.core.auction.Cycle;
import tender.core.auction.QueueReport;
import tender.core.auction.WaitingJob;

/**
 * A clearing cycle as a CP-SAT model. Each job has an optional interval in every queue in which it
 * could end in time, and at most one of them is chosen. Each queue is a cumulative resource whose
 * capacity is its processors; fixed intervals occupy the busy ones. Times are relative to the
 * cycle's present.
 */
final class ClearingModel {
  private final Cycle cycle;
  private final CpModel model = new CpModel();
  private final List<Choice> choices = new ArrayList<>();

  /** Total weight of all jobs that could end in time on idle queues. */
  private long maxWeight;

  ClearingModel(Cycle cycle, ToLongFunction<WaitingJob> weight) {
    this.cycle = cycle;
    List<CumulativeConstraint> queues = cycle.queues().stream().map(this::queue).toList();
    LinearExprBuilder placed = LinearExpr.newBuilder();
    for (WaitingJob job : cycle.jobs()) {
      List<Literal> ofJob = new ArrayList<>();
      for (int i = 0; i < queues.size(); i++) {
        QueueReport report = cycle.queues().get(i);
        if (canEndInTime(job, report)) {
          Choice choice = choice(job, report);
          queues.get(i).addDemand(choice.interval, job.processors());
          placed.addTerm(choice.taken, weight.applyAsLong(job));
          ofJob.add(choice.taken);
          choices.add(choice);
        }
      }
      model.addAtMostOne(ofJob);
      maxWeight += ofJob.isEmpty() ? 0 : weight.applyAsLong(job);
    }
    model.maximize(placed);
  }

  Optimum solve(Duration limit, int threads) {
    CpSolver solver = new CpSolver();
    solver.getParameters().setMaxTimeInSeconds(limit.toNanos() / 1e9).setNumWorkers(threads);
    CpSolverStatus status = solver.solve(model);
    return switch (status) {
      case OPTIMAL, FEASIBLE -> optimum(solver);
      // The empty clearing is always feasible, but the solver may have had no time to find it.
      case UNKNOWN -> new Optimum(List.of(), 0, maxWeight);
      default ->
          throw new IllegalStateException("Unexpected solver status for a clearing: " + status);
    };
  }

  private Optimum optimum(CpSolver solver) {
    List<Placement> placements =
        choices.stream()
            .filter(choice -> solver.booleanValue(choice.taken))
            .map(choice -> choice.placement(cycle.nowMillis() + solver.value(choice.start)))
            .toList();
    long objective = Math.round(solver.objectiveValue());
    return new Optimum(placements, objective, bound(solver));
  }

  /** Weights are integers, so the bound can be rounded down. */
  private static long bound(CpSolver solver) {
    return (long) Math.floor(solver.bestObjectiveBound() + 1e-6);
  }

  private CumulativeConstraint queue(QueueReport report) {
    CumulativeConstraint queue = model.addCumulative(report.cluster().processors());
    long nowMillis = cycle.nowMillis();
    long horizonMillis =
        cycle.jobs().stream().mapToLong(WaitingJob::deadlineMillis).max().orElse(nowMillis);
    new BusyIntervals(report, nowMillis)
        .forEach(
            horizonMillis,
            (fromMillis, untilMillis, processors) ->
                queue.addDemand(
                    model.newFixedInterval(
                        fromMillis - nowMillis, untilMillis - fromMillis, "busy"),
                    processors));
    return queue;
  }

  private Choice choice(WaitingJob job, QueueReport report) {
    String name = job.id() + " in " + report.id();
    long runMillis = report.cluster().durationMillis(job.estimateMillis());
    long latestMillis = job.deadlineMillis() - runMillis - cycle.nowMillis();
    IntVar start = model.newIntVar(0, latestMillis, "start of " + name);
    BoolVar taken = model.newBoolVar(name);
    IntervalVar interval = model.newOptionalFixedSizeIntervalVar(start, runMillis, taken, name);
    return new Choice(job, report, start, taken, interval);
  }

  /** Whether the job could end in time if the queue were idle. */
  private boolean canEndInTime(WaitingJob job, QueueReport report) {
    long runMillis = report.cluster().durationMillis(job.estimateMillis());
    return job.processors() <= report.cluster().processors()
        && cycle.nowMillis() + runMillis <= job.deadlineMillis();
  }

  /** The option to place a job in a queue. */
  private record Choice(
      WaitingJob job, QueueReport report, IntVar start, BoolVar taken, IntervalVar interval) {
    Placement placement(long startMillis) {
      return new Placement(job, report.id(), startMillis);
    }
  }
}
