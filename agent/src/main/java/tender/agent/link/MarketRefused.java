package tender.agent.link;

/** The market has answered that it will not do it. To ask the same again is of no use. */
public final class MarketRefused extends RuntimeException {
  public MarketRefused(String message) {
    super(message);
  }

  public MarketRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
