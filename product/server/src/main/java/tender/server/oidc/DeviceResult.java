package tender.server.oidc;

/** How a login by device code stands. */
public sealed interface DeviceResult {
  /** The person has not decided. */
  record Pending(boolean isTooFast) implements DeviceResult {}

  /** The person has logged in. */
  record Granted(ProviderTokens tokens) implements DeviceResult {}

  /** It is over: the person refused, or it took too long. */
  record Refused(String reason) implements DeviceResult {}
}
