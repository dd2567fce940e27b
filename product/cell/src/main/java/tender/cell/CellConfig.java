package tender.cell;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a cell agent.
 *
 * @param provider the name of the cell as a provider of the other market
 * @param servers of the other market, as {@code host:port}
 * @param stateDir where the identity is kept
 * @param cellServers addresses of the cell's REST interface
 * @param cellTokenFile has the token of the user that the cell's setting {@code markets} names
 * @param cellCa trusted certificates of the cell's servers, in PEM; default: those Java trusts
 */
public record CellConfig(
    String provider,
    List<String> servers,
    Path stateDir,
    List<URI> cellServers,
    Path cellTokenFile,
    Optional<Path> cellCa) {
  public CellConfig {
    servers = requireList(servers, "servers", "tender.example.org:7443");
    cellServers = requireList(cellServers, "cell_servers", "https://cell.example.org:7480");
    require(provider, "provider", "the name that the operator of the other market gave the cell");
    require(stateDir, "state_dir", "a folder that only this agent uses");
    require(cellTokenFile, "cell_token_file", "a file with a user's token");
  }

  private static void require(Object setting, String name, String advice) {
    if (setting == null) {
      throw new IllegalArgumentException(
          "The setting '%s' is missing. Give %s.".formatted(name, advice));
    }
  }

  private static <T> List<T> requireList(List<T> setting, String name, String example) {
    if (setting == null || setting.isEmpty()) {
      throw new IllegalArgumentException(
          "The setting '%s' is missing. List the servers, for example [\"%s\"]."
              .formatted(name, example));
    }
    return List.copyOf(setting);
  }
}
