package tender.core.budget;

import tender.core.model.Money;
import tender.core.model.Time;

/** The deadline and the budget of a bag. */
public record Constraint(long deadlineMillis, Money budget) {
  public Constraint {
    Time.requireInstantOrNever(deadlineMillis, "of the deadline");
  }
}
