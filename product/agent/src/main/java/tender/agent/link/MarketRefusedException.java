package tender.agent.link;

/** The market has answered that it will not do it. To ask the same again is of no use. */
public final class MarketRefusedException extends RuntimeException {
  public MarketRefusedException(String message) {
    super(message);
  }

  public MarketRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
