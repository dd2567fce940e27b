package tender.measure.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.measure.agents.AgentFleet;
import tender.measure.agents.AgentResponders;
import tender.measure.agents.AnswerCounter;
import tender.measure.agents.AnyCertificates;
import tender.server.MarketReplica;
import tender.server.agents.AgentGateway;
import tender.server.agents.GatewaySettings;
import tender.server.agents.certificates.Authorities;
import tender.server.store.Database;

/** A gateway without a market behind it, and agents that answer each call with the same offer. */
final class BareCalls implements AutoCloseable {
  private final AnswerCounter answers = new AnswerCounter(ids -> {});
  private final AgentGateway gateway;
  private final List<ProviderId> providers;
  private final AgentFleet agents;

  /**
   * @param agents connects these providers, which have certificates
   */
  BareCalls(Database database, AgentFleet agents, List<ProviderId> providers)
      throws IOException, InterruptedException {
    this.agents = agents;
    this.providers = providers;
    gateway = gateway(database, answers).start();
    for (ProviderId provider : providers) {
      agents.connect(provider, gateway.port(), link -> AgentResponders.fixedOffer(link, () -> {}));
    }
    agents.awaitConnected();
  }

  /** A gateway that accepts all certificates of the market's authority. */
  static AgentGateway gateway(Database database, AnswerCounter answers) {
    var listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new AgentGateway(
        new GatewaySettings(listen, List.of("localhost"), Duration.ofHours(1)),
        Authorities.only(MarketReplica.authority(database)),
        new AnyCertificates(),
        answers);
  }

  /** Calls all agents and waits for their answers; returns the milliseconds that it took. */
  double callMillis(Bag requested) throws InterruptedException {
    BagId bag = new BagId("bare");
    Message.Call call = new Message.Call(new CallId(bag, 1), requested);
    long beganNanos = System.nanoTime();
    answers.expect(providers.size());
    for (ProviderId provider : providers) {
      gateway.send(
          provider, List.of(new OutboxMessage(new OutboxMessage.Id(bag, 1, 0), provider, call)));
    }
    answers.await();
    return (System.nanoTime() - beganNanos) / 1e6;
  }

  @Override
  public void close() {
    agents.close();
    gateway.close();
  }
}
