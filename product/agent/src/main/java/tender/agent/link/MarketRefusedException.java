package tender.agent.link;

/** The market has rejected a request. Repeating it is useless. */
public final class MarketRefusedException extends RuntimeException {
  public MarketRefusedException(String message) {
    super(message);
  }

  public MarketRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
