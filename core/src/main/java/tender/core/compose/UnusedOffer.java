package tender.core.compose;

import tender.core.model.Offer;

/** An offer that got no tasks, and the reason. */
public record UnusedOffer(Offer offer, Reason reason) {

  /** Why an offer was not used. */
  public enum Reason {
    /** Another offer of the same provider is used, and at most one can be. */
    OTHER_OFFER_USED,
    /** It ends later than the whole bag does without it. */
    ENDS_TOO_LATE,
    /** Other offers that end no later, or cost less, cover the whole bag. */
    NOT_NEEDED,
    /** Cheaper offers cover the bag by the same time, within the resolution of plans. */
    MORE_EXPENSIVE,
    /** Firm offers of the same price, or cheaper ones, cover the bag by the same time. */
    NOT_FIRM,
    /** It ends after the deadline, which enough other offers meet. */
    MISSES_DEADLINE,
    /** Its proportional share is less than one task. */
    SHARE_BELOW_ONE_TASK,
    /** The policy divides by computing power, and the provider does not disclose its own. */
    POWER_NOT_DISCLOSED,
    /** The policy divides by remaining work, and the provider does not disclose its own. */
    WORK_NOT_DISCLOSED,
    /** The policy composes free slots, not offers. */
    POLICY_USES_SLOTS
  }
}
