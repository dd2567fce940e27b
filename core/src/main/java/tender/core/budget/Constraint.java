package tender.core.budget;

import tender.core.model.Money;
import tender.core.model.Time;

/** By when a bag is to be done, and for how much at most. */
public record Constraint(long deadlineMillis, Money budget) {
  public Constraint {
    Time.requireInstantOrNever(deadlineMillis, "of the deadline");
  }
}
