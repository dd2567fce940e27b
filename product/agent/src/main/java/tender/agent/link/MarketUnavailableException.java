package tender.agent.link;

/** The market did not answer, or could not do it now. It may be asked again later. */
public final class MarketUnavailableException extends RuntimeException {
  public MarketUnavailableException(String message) {
    super(message);
  }

  public MarketUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
