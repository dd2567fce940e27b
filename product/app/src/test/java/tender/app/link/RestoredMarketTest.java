package tender.app.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.MarketLink;
import tender.agent.link.MessageHandler;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.protocol.JournalReport;
import tender.protocol.v1.Wire;
import tender.server.agents.AgentGateway;

/** An agent of a market whose database was restored reports its journal before anything else. */
@Tag("live")
class RestoredMarketTest {
  private static final long EPOCH = 1_795_000_000_000L;
  private static final ReservationId PART = LinkTestMarket.reservation("physics", 1);

  @TempDir Path folder;
  private LinkTestMarket market;

  @BeforeEach
  void begin() {
    market = new LinkTestMarket(folder);
  }

  @AfterEach
  void end() {
    market.close();
  }

  /** Remembers what the market answers. */
  private static final class Journal implements MessageHandler {
    final Queue<ReservationId> forgotten = new ConcurrentLinkedQueue<>();
    final Queue<Message> received = new ConcurrentLinkedQueue<>();

    @Override
    public void handle(Message.ToProvider message) {
      received.add(message);
    }

    @Override
    public void reconcile(long epoch, Function<JournalReport, List<ReservationId>> send) {
      forgotten.addAll(send.apply(new JournalReport(epoch, List.of(), false)));
      forgotten.addAll(send.apply(new JournalReport(epoch, List.of(), true)));
    }
  }

  @Test
  void agentReportsItsJournalOnceAndThenTakesPart() throws Exception {
    market.handler.epoch = EPOCH;
    market.handler.forgotten = List.of(PART);
    AgentGateway server = market.server();
    Journal journal = new Journal();
    MarketLink link = market.agent("physics", journal, server);
    LinkTestMarket.await("registered", () -> !server.connectedProviders().isEmpty());
    assertThat(market.handler.journals)
        .containsExactly(
            new JournalReport(EPOCH, List.of(), false), new JournalReport(EPOCH, List.of(), true));
    assertThat(journal.forgotten).containsExactly(PART, PART);
    assertThat(Files.readString(market.folder("physics").resolve("epoch")))
        .isEqualTo(String.valueOf(EPOCH));

    link.disconnect();
    LinkTestMarket.await("registered again", link::isConnected);
    market.handler.enqueue(LinkTestMarket.outboxMessage("physics", 1));
    LinkTestMarket.await("received", () -> journal.received.contains(LinkTestMarket.call(1)));
    assertThat(market.handler.journals).as("reported once").hasSize(2);
  }

  @Test
  void agentThatDoesNotReportIsIgnored() throws Exception {
    market.handler.epoch = EPOCH;
    AgentGateway server = market.server();
    market.enrol("physics", server);
    try (RawAgent agent = RawAgent.with(market.folder("physics"), server)) {
      agent.connect(5).hello();
      Wire.ToAgent welcome = agent.received.take();
      assertThat(welcome.getWelcome().getEpoch()).isEqualTo(EPOCH);
      agent.send(new Message.Committed(PART));
      Thread.sleep(500);
      assertThat(market.handler.messages).isEmpty();
      assertThat(server.connectedProviders()).isEmpty();
    }
  }
}
