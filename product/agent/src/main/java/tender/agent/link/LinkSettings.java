package tender.agent.link;

import java.nio.file.Path;
import java.util.List;

/**
 * Where the market is and who we are.
 *
 * @param addresses the market's servers, of which any will do
 * @param folder where the agent keeps its identity
 */
public record LinkSettings(List<ServerAddress> addresses, Path folder) {
  public LinkSettings {
    addresses = List.copyOf(addresses);
    if (addresses.isEmpty()) {
      throw new IllegalArgumentException(
          "No server of the market is given. Give at least one as host:port.");
    }
  }
}
