package tender.core.ledger;

/** Which limit does not allow that a bag is paid. */
public enum FundsLimit {
  /** The balance and the credit limit of the user's own account. */
  ACCOUNT,
  /** The budget that the members of a project share. */
  PROJECT_BUDGET,
  /** What one member may spend of a project's budget. */
  MEMBER_LIMIT
}
