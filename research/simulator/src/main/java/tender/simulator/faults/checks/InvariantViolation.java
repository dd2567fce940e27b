package tender.simulator.faults.checks;

/** Reports that an invariant does not hold. No injected fault can excuse that. */
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
