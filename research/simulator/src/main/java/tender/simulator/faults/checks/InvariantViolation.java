package tender.simulator.faults.checks;

/** Something happened that must not, whatever the faults. */
public final class InvariantViolation extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Invariant invariant;

  public InvariantViolation(Invariant invariant, String message) {
    super(message);
    this.invariant = invariant;
  }

  public Invariant invariant() {
    return invariant;
  }
}
