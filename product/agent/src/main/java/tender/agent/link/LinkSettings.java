package tender.agent.link;

import java.nio.file.Path;
import java.util.List;

/**
 * The market's servers and the agent's identity.
 *
 * @param addresses of the market's servers, which are equivalent
 * @param folder of the agent's identity
 */
public record LinkSettings(List<ServerAddress> addresses, Path folder) {
  public LinkSettings {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException(
          "No server of the market is configured. Name at least one as host:port.");
    }
  }
}
