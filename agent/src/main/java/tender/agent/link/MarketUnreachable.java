package tender.agent.link;

/** The market did not answer, or could not do it now. It may be asked again later. */
public final class MarketUnreachable extends RuntimeException {
  public MarketUnreachable(String message) {
    super(message);
  }

  public MarketUnreachable(String message, Throwable cause) {
    super(message, cause);
  }
}
