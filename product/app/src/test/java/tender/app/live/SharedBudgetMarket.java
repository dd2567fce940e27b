package tender.app.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.ServerAddress;
import tender.core.compose.CompositionPolicies;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;
import tender.server.MarketReplica;
import tender.server.agents.GatewaySettings;
import tender.server.api.view.ProviderView;
import tender.server.engine.MarketListener;
import tender.server.engine.MarketRules;
import tender.server.engine.auction.AuctionSettings;
import tender.server.model.RetentionPolicy;
import tender.server.model.UserQuotas;
import tender.server.notifications.NotificationSettings;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;

/** Two servers on one PostgreSQL, each with agents that sell tasks at a fixed price. */
final class SharedBudgetMarket implements AutoCloseable {
  static final Money PRICE = new Money(1_000);
  static final Money BILL = new Money(600);
  private static final int AGENTS_PER_SERVER = 2;
  private static final long TIMEOUT_MILLIS = 60_000;

  final Database database;
  final List<MarketReplica> servers = new ArrayList<>();
  private final List<Runnable> open = new ArrayList<>();
  private final Path folder;

  SharedBudgetMarket(DatabaseSettings settings, Path folder)
      throws IOException, InterruptedException {
    this.folder = folder;
    database = Database.open(settings, "one");
    open.add(database::close);
    Database second = Database.open(settings, "two");
    open.add(second::close);
    servers.add(server(database, "one"));
    servers.add(server(second, "two"));
    List<PricedAgent> agents = new ArrayList<>();
    for (int i = 0; i < AGENTS_PER_SERVER * servers.size(); i++) {
      agents.add(agent("provider" + i, servers.get(i % servers.size()).agentPort()));
    }
    awaitConnected(agents);
  }

  private MarketReplica server(Database own, String name) throws IOException {
    MarketReplica server =
        new MarketReplica(
                own,
                name,
                new GatewaySettings(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    List.of("localhost"),
                    GatewaySettings.DEFAULT_CERTIFICATE_VALIDITY),
                new MarketRules(
                    Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
                    new TimeoutConfig(20_000, 20_000, 20_000, 60_000, 1_000),
                    0,
                    0,
                    1,
                    RetentionPolicy.DEFAULT,
                    new UserQuotas(
                        UserQuotas.DEFAULT_OPEN_BAGS,
                        UserQuotas.DEFAULT_OPEN_TASKS,
                        OptionalLong.empty(),
                        UserQuotas.DEFAULT_REQUESTS_PER_SECOND,
                        Set.of(),
                        UserQuotas.DEFAULT_OF_PROJECTS)),
                AuctionSettings.DEFAULT,
                NotificationSettings.DEFAULT,
                MarketListener.NONE)
            .start();
    open.add(server::close);
    return server;
  }

  private PricedAgent agent(String provider, int port) {
    String secret = database.providers().add(new ProviderId(provider), 60_000).orElseThrow();
    Path identity = folder.resolve(provider);
    AgentEnrolment.enrol(
        List.of(new ServerAddress("localhost", port)),
        new EnrolmentToken(secret, MarketReplica.authority(database).fingerprint()),
        identity);
    PricedAgent agent = new PricedAgent(identity, port, folder, PRICE, BILL);
    open.add(agent::close);
    return agent;
  }

  private void awaitConnected(List<PricedAgent> agents) throws InterruptedException {
    long untilNanos = System.nanoTime() + TIMEOUT_MILLIS * 1_000_000;
    while (!agents.stream().allMatch(PricedAgent::isConnected)
        || servers.stream()
            .anyMatch(
                server ->
                    server.bagApi().providers().stream().filter(ProviderView::connected).count()
                        < agents.size())) {
      if (System.nanoTime() > untilNanos) {
        throw new IllegalStateException("The agents are not connected.");
      }
      Thread.sleep(50);
    }
  }

  @Override
  public void close() {
    open.reversed().forEach(Runnable::run);
  }
}
