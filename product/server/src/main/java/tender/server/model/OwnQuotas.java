package tender.server.model;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Quotas that an operator has set for one user. Where one is empty, the market's holds; {@link
 * UserQuotas} explains them.
 */
public record OwnQuotas(
    OptionalInt openBags,
    OptionalLong openTasks,
    OptionalLong storedBytes,
    OptionalInt requestsPerSecond,
    OptionalInt eventStreams) {
  /** Of a user to whom the market's quotas apply. */
  public static final OwnQuotas NONE =
      new OwnQuotas(
          OptionalInt.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          OptionalInt.empty());
}
