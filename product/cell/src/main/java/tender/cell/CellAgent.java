package tender.cell;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.LinkSettings;
import tender.agent.link.MarketLink;
import tender.agent.link.ServerAddress;
import tender.cli.client.ConnectionSettings;
import tender.cli.client.MarketClient;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;

/** Connects a cell to another market, as one of that market's providers. */
public final class CellAgent implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(CellAgent.class.getName());
  private static final String IDENTITY = "identity";

  private final MarketLink link;
  private final CellProvider provider;

  private CellAgent(MarketLink link, CellProvider provider) {
    this.link = link;
    this.provider = provider;
  }

  /** Enrols the cell as a provider, with a token from the operator of the other market. */
  public static ProviderId enrol(CellConfig config, String token) throws IOException {
    Path folder = config.stateDir().resolve(IDENTITY);
    Files.createDirectories(folder);
    ProviderId enrolled =
        AgentEnrolment.enrol(addresses(config), EnrolmentToken.parse(token), folder);
    requireName(config, enrolled);
    return enrolled;
  }

  /** Starts to answer calls. */
  public static CellAgent start(CellConfig config) throws IOException {
    MarketLink link =
        new MarketLink(new LinkSettings(addresses(config), config.stateDir().resolve(IDENTITY)));
    requireName(config, link.provider());
    MarketClient client =
        MarketClient.of(
            new ConnectionSettings(
                config.cellServers(),
                Files.readString(config.cellTokenFile()).strip(),
                config.cellCa()),
            notice -> LOG.log(Level.INFO, notice));
    CellProvider provider =
        new CellProvider(link.provider(), new LinkOuterMarket(link), new Cell(client));
    link.start(new CellMessageHandler(provider));
    return new CellAgent(link, provider);
  }

  private static List<ServerAddress> addresses(CellConfig config) {
    return config.servers().stream().map(ServerAddress::parse).toList();
  }

  private static void requireName(CellConfig config, ProviderId enrolled) {
    if (!enrolled.equals(new ProviderId(config.provider()))) {
      throw new IllegalArgumentException(
          ("The setting 'provider' is '%s', but this cell is enrolled as '%s'. Correct the setting,"
                  + " or enrol again.")
              .formatted(config.provider(), enrolled));
    }
  }

  public boolean isConnected() {
    return link.isConnected();
  }

  @Override
  public void close() {
    link.close();
    provider.close();
  }
}
