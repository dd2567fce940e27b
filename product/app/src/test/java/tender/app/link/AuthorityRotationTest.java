package tender.app.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.link.AgentEnrolment;
import tender.agent.link.AgentIdentity;
import tender.agent.link.MarketLink;
import tender.agent.link.MarketUnavailableException;
import tender.agent.link.ServerProbe;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.EnrolmentToken;
import tender.protocol.PemBundle;
import tender.protocol.v1.Wire;
import tender.server.agents.AgentGateway;
import tender.server.agents.certificates.Authorities;
import tender.server.agents.certificates.CertificateAuthority;

/** The market's certificate authority is replaced while agents are connected. */
@Tag("live")
class AuthorityRotationTest {
  private static final BagId BAG = new BagId("7");
  private static final WorkOrder ORDER =
      new WorkOrder(
          WorkOrder.VERSION,
          "a",
          "true",
          new TaskList.Count(2),
          Optional.empty(),
          List.of(),
          List.of(),
          1,
          100,
          0,
          Optional.empty());

  @TempDir Path folder;
  private LinkTestMarket market;
  private CertificateAuthority former;
  private final CertificateAuthority next = CertificateAuthority.create();

  @BeforeEach
  void begin() {
    market = new LinkTestMarket(folder);
    former = market.handler.authority;
  }

  @AfterEach
  void end() {
    market.close();
  }

  private Authorities introduced() {
    return new Authorities(former, Optional.of(next), false);
  }

  private Authorities moving() {
    return new Authorities(former, Optional.of(next), true);
  }

  private PemBundle identity(String provider) throws Exception {
    return PemBundle.parse(Files.readString(market.folder(provider).resolve("identity.pem")));
  }

  private boolean trusts(String provider, CertificateAuthority... authorities) {
    try {
      return identity(provider)
          .authorities()
          .equals(List.of(authorities).stream().map(CertificateAuthority::certificate).toList());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void connectedAgentMovesToTheNextAuthority() throws Exception {
    market.handler.orders.put(BAG, ORDER);
    AgentGateway server = market.server();
    MarketLink link = market.agent("physics", message -> {}, server);
    LinkTestMarket.await("connected", link::isConnected);
    awaitWorkOrder(link);
    server.change(introduced());
    Thread.sleep(2_500);
    assertThat(trusts("physics", former)).as("nothing changes for agents yet").isTrue();

    server.change(moving());
    LinkTestMarket.await("moved", () -> trusts("physics", next, former));
    LinkTestMarket.await("connected again", link::isConnected);
    identity("physics").certificate().verify(next.certificate().getPublicKey());
    // The statement of the work order is signed by the authority that the agent expects.
    awaitWorkOrder(link);

    server.change(Authorities.only(next));
    LinkTestMarket.await("trusts only the next one", () -> trusts("physics", next));
    LinkTestMarket.await("connected at the end", link::isConnected);
    awaitWorkOrder(link);
  }

  /** The connection that the agent had before may be about to end. */
  private static void awaitWorkOrder(MarketLink link) {
    LinkTestMarket.await(
        "the work order, and that its statement is signed",
        () -> {
          try {
            return link.describe(BAG).order().equals(ORDER);
          } catch (MarketUnavailableException e) {
            return false;
          }
        });
  }

  @Test
  void agentOfTheFormerVersionStaysConnectedWhileAgentsMove() throws Exception {
    AgentGateway server = market.server();
    market.enrol("physics", server);
    try (RawAgent agent = RawAgent.with(market.folder("physics"), server).connect(9)) {
      agent.send(hello(Wire.Hello.newBuilder().setVersion(6).build()));
      LinkTestMarket.await("welcome", () -> !agent.received.isEmpty());
      server.change(moving());
      Thread.sleep(2_500);
      assertThat(agent.hasEnded()).isFalse();
      assertThat(agent.received).as("nothing that it does not know").hasSize(1);
    }
    try (RawAgent again = RawAgent.with(market.folder("physics"), server).connect(9).hello()) {
      LinkTestMarket.await("it connects again", () -> again.received.size() == 2);
      assertThat(again.received.stream().anyMatch(Wire.ToAgent::hasRenewCertificate)).isTrue();
    }
  }

  @Test
  void hostileListOfAuthoritiesIsRefused() throws Exception {
    AgentGateway server = market.server();
    market.enrol("physics", server);
    for (Wire.Hello hello :
        List.of(
            Wire.Hello.newBuilder()
                .setVersion(7)
                .addTrustedAuthorities(ByteString.copyFromUtf8("short"))
                .build(),
            Wire.Hello.newBuilder()
                .setVersion(7)
                .addAllTrustedAuthorities(Collections.nCopies(5, ByteString.copyFrom(new byte[32])))
                .build())) {
      try (RawAgent agent = RawAgent.with(market.folder("physics"), server).connect(9)) {
        assertThat(agent.send(hello(hello)).end().getCode())
            .isEqualTo(Status.Code.INVALID_ARGUMENT);
      }
    }
  }

  private static Wire.FromAgent hello(Wire.Hello hello) {
    return Wire.FromAgent.newBuilder().setHello(hello).build();
  }

  @Test
  void agentThatWasOfflineMustEnrolAgain() throws Exception {
    AgentGateway server = market.server();
    market.enrol("physics", server);
    EnrolmentToken token = market.handler.issueToken("chemistry");
    server.change(Authorities.only(next));
    assertThatThrownBy(
            () ->
                ServerProbe.ask(
                    LinkTestMarket.addresses(server).getFirst(),
                    AgentIdentity.load(market.folder("physics"))))
        .isInstanceOf(MarketUnavailableException.class)
        .hasMessageContaining("replaced its authority while this agent was offline")
        .hasMessageContaining("new token, and enrol the agent again");
    assertThatThrownBy(
            () ->
                AgentEnrolment.enrol(
                    LinkTestMarket.addresses(server), token, market.folder("chemistry")))
        .hasMessageContaining("not from the authority named in the token");

    EnrolmentToken other = new EnrolmentToken(token.secret(), next.fingerprint());
    assertThat(
            AgentEnrolment.enrol(
                LinkTestMarket.addresses(server), other, market.folder("chemistry")))
        .isEqualTo(new ProviderId("chemistry"));
  }

  @Test
  void certificateOfAReplacedAuthorityIsRefused() throws Exception {
    AgentGateway server = market.server();
    market.enrol("physics", server);
    server.change(Authorities.only(next));
    try (RawAgent thief =
        RawAgent.open(Optional.of(identity("physics")), next.certificate(), server)) {
      assertThat(thief.connect(1).hello().end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }
}
