package tender.simulator.faults;

/** Something happened that must not, whatever the faults. */
public final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Invariant invariant;

  public Violation(Invariant invariant, String message) {
    super(message);
    this.invariant = invariant;
  }

  public Invariant invariant() {
    return invariant;
  }
}
