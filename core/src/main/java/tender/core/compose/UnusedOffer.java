package tender.core.compose;

import tender.core.model.Offer;

/** An offer that got no tasks, and why. */
public record UnusedOffer(Offer offer, Reason reason) {

  /** Why an offer was not used. */
  public enum Reason {
    /** Its provider does its part by another of its offers, and at most one can be used. */
    OTHER_OFFER_USED,
    /** The bag is done without it before it would be. */
    ENDS_TOO_LATE,
    /** Other offers that end no later cover the whole bag. */
    NOT_NEEDED,
    /** It ends after the deadline, which enough other offers meet. */
    MISSES_DEADLINE,
    /** Its proportional share is less than one task. */
    SHARE_BELOW_ONE_TASK,
    /** The policy shares by computing power, and the provider does not tell its own. */
    POWER_NOT_DISCLOSED,
    /** The policy shares by remaining work, and the provider does not tell its own. */
    WORK_NOT_DISCLOSED,
    /** The policy composes free slots, not offers. */
    POLICY_USES_SLOTS
  }
}
