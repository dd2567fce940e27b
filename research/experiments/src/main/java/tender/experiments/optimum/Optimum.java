package tender.experiments.optimum;

import java.util.List;

/**
 * What the solver found.
 *
 * @param placements in the order of the cycle's jobs; of several that are equally good, one
 * @param objective what the placed jobs weigh together
 * @param bound what no clearing can exceed, as far as was proved
 * @param wallMillis how long the solver took
 */
public record Optimum(List<Placement> placements, long objective, long bound, long wallMillis) {
  public Optimum {
    placements = List.copyOf(placements);
  }

  /** Whether nothing better exists, which the solver may not have had the time to prove. */
  public boolean isProven() {
    return objective == bound;
  }
}
