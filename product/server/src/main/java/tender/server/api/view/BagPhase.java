package tender.server.api.view;

/** How far a bag has come, in the words that people are told. */
public enum BagPhase {
  /** It waits in the auction for a place. */
  BIDDING(false),
  /** Providers are being asked. */
  CALLING(false),
  /** There is a quote, and the person is asked whether it will do. */
  ASKING(false),
  /** The parts of what was chosen are being reserved. */
  RESERVING(false),
  /** All parts are held, and each provider is told to do its own. */
  COMMITTING(false),
  /** It is promised, and the tasks are under way. */
  RUNNING(false),
  /** All tasks have ended, be it with an exit code other than 0. */
  DONE(true),
  /** Nobody could do it, so nothing was promised. */
  NO_PROMISE(true),
  /** In the auction there was no place for it that could still meet its deadline. */
  MISSED(true),
  /** The person did not want what could be had, or did not answer in time. */
  DECLINED(true),
  /** The person took it back. */
  CANCELLED(true),
  /** It was promised, and could not be done. */
  GIVEN_UP(true);

  private final boolean ended;

  BagPhase(boolean ended) {
    this.ended = ended;
  }

  /** Whether nothing more will happen. */
  public boolean isEnded() {
    return ended;
  }
}
