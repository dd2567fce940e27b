package tender.experiments.optimum;

import java.util.List;

/**
 * The result of the solver.
 *
 * @param placements in the order of the cycle's jobs; one of possibly several optimal solutions
 * @param objective total weight of the placed jobs
 * @param bound proven upper bound on the weight of any clearing
 */
public record Optimum(List<Placement> placements, long objective, long bound) {
  public Optimum {
    placements = List.copyOf(placements);
  }

  /** Whether the result is proven optimal; the solver may run out of time before that. */
  public boolean isProven() {
    return objective == bound;
  }
}
