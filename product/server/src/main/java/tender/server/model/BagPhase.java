package tender.server.model;

/** The state of a bag as shown to users. */
public enum BagPhase {
  /** It bids in the auction. */
  BIDDING(false),
  /** The server waits for offers. */
  CALLING(false),
  /** A quote waits for the user. */
  QUOTED(false),
  /** The parts of the chosen composition are being reserved. */
  RESERVING(false),
  /** All parts are reserved and wait for the commit of another market. */
  HELD(false),
  /** All parts are reserved and are being committed. */
  COMMITTING(false),
  /** It is promised and its tasks run. */
  RUNNING(false),
  /** All tasks have ended, with any exit code. */
  DONE(true),
  /** No promise could be made. */
  NO_PROMISE(true),
  /** The auction found no provider that could meet the deadline. */
  UNMATCHED(true),
  /** The user declined the quote, or did not answer in time. */
  DECLINED(true),
  /** The user cancelled it. */
  CANCELLED(true),
  /** It was stopped, because its first tasks all failed. */
  STOPPED(true),
  /** It was promised but could not be completed. */
  GIVEN_UP(true);

  private final boolean ended;

  BagPhase(boolean ended) {
    this.ended = ended;
  }

  /** Whether the state is final. */
  public boolean isEnded() {
    return ended;
  }
}
