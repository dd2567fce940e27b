package tender.server.model;

/**
 * What a restore of the database to an earlier time did to something that the market had confirmed.
 * The names are stored, and part of the report's JSON.
 */
public enum RestoreSituation {
  /** The agent and the database agree. */
  CONSISTENT(false, "The provider and the database agree.", "Nothing."),

  BAG_LOST_RUNNING(
      true,
      "The bag was submitted after the restored time, and ran. Its tasks were stopped.",
      "Ask the user to submit the bag again."),
  BAG_LOST_RESERVED(
      true,
      "The bag was submitted after the restored time. The capacity for it was released.",
      "Ask the user to submit the bag again."),
  BAG_LOST_ENDED(
      true,
      "The bag was submitted after the restored time, and this part of it had ended.",
      "If the user does not have the results, ask the user to submit the bag again."),
  PART_LOST_RUNNING(
      true,
      "The part was committed after the restored time, and ran. Its tasks were stopped, and run again.",
      "Nothing. The provider is not paid for what it did."),
  PART_LOST_RESERVED(
      false, "The capacity was held after the restored time, and was released.", "Nothing."),
  PART_LOST_COMPLETED(
      true,
      "The part was committed after the restored time, and had delivered its results. Its tasks run again.",
      "Nothing. The provider is not paid for the lost results."),
  PART_LOST_REFUSED(
      false, "The part was committed and given up after the restored time.", "Nothing."),
  RESULTS_LOST(
      true,
      "Results of the part were delivered after the restored time. Its tasks were stopped, and run again.",
      "Nothing. The provider is not paid for the lost results."),
  PART_COMPLETED_LATER(
      true,
      "The part was completed after the restored time. Its results are lost, and its tasks run again.",
      "If the user has the results, cancel the bag: tender operator cancel."),
  PART_RELEASED_LATER(
      true,
      "The part was released after the restored time: it was cancelled or replaced. Its tasks run again.",
      "If the user had cancelled the bag, cancel it: tender operator cancel."),
  PART_FORGOTTEN(
      true,
      "The provider does not know the part that runs there by the database. Its tasks run again.",
      "Nothing."),

  SUBMISSION_LOST(
      true,
      "The bag was submitted after the restored time. Its key creates a new bag.",
      "Ask the user to submit the bag again."),
  CANCELLATION_LOST(
      true, "The bag was cancelled after the restored time. It was cancelled again.", "Nothing."),
  BAG_END_LOST(
      true,
      "The bag ended after the restored time. It is open again, and lost results are computed again.",
      "If the user has the results, cancel the bag: tender operator cancel."),
  DELETION_LOST(
      true,
      "The bag was deleted after the restored time, and is there again.",
      "Ask the user to delete it again."),
  DEPOSIT_LOST(
      true,
      "An amount was deposited, withdrawn or granted after the restored time.",
      "Repeat it: tender operator deposit."),
  PAYMENT_LOST(
      true,
      "Payments for the bag after the restored time are undone.",
      "Nothing, if its tasks run again. Else compensate the provider: tender operator deposit."),
  USER_LOST(
      true,
      "The user was added after the restored time.",
      "Add the user: tender operator add-user."),
  TOKEN_LOST(
      true,
      "The user got a new token after the restored time. The old token was revoked again.",
      "Give the user a token: tender operator add-user."),
  USER_REVOCATION_LOST(
      true,
      "The user's token was revoked after the restored time. It was revoked again.",
      "Nothing."),
  ACCESS_TOKEN_LOST(
      true,
      "The user created the access token after the restored time.",
      "Ask the user to create it again: tender token create."),
  ACCESS_TOKEN_REVOCATION_LOST(
      true,
      "The access token was revoked after the restored time, or had expired. It was revoked again.",
      "Nothing."),
  PROVIDER_LOST(
      true,
      "The provider was added after the restored time.",
      "Add it, and enrol its agent again: tender operator add-provider."),
  PROVIDER_REVOCATION_LOST(
      true, "The provider was revoked after the restored time. It was revoked again.", "Nothing."),
  CERTIFICATE_LOST(
      true,
      "The agent got its certificate after the restored time, and cannot connect with it.",
      "Enrol the agent again: tender operator add-provider."),
  CERTIFICATE_REVOCATION_LOST(
      true,
      "The certificate was revoked or replaced after the restored time. It was revoked again.",
      "Nothing."),
  MESSAGE_REPEATED(
      false,
      "The agent had handled the message after the restored time. It is sent again, without effect.",
      "Nothing."),
  NOT_COMPARED(
      true,
      "Without the state before the restore, lost deposits, users and revocations are not known.",
      "Compare with your own records, or repeat with --before.");

  private final boolean isLoss;
  private final String description;
  private final String nextStep;

  RestoreSituation(boolean isLoss, String description, String nextStep) {
    this.isLoss = isLoss;
    this.description = description;
    this.nextStep = nextStep;
  }

  /** Whether something that was confirmed is lost or undone. */
  public boolean isLoss() {
    return isLoss;
  }

  public String description() {
    return description;
  }

  /** What the operator should do. */
  public String nextStep() {
    return nextStep;
  }
}
