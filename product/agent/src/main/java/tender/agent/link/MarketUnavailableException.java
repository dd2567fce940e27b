package tender.agent.link;

/** The market did not answer, or could not serve a request now. It may be repeated later. */
public final class MarketUnavailableException extends RuntimeException {
  public MarketUnavailableException(String message) {
    super(message);
  }

  public MarketUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
