package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.app.link.RawAgent;
import tender.core.model.ProviderId;
import tender.protocol.KeyPairs;
import tender.protocol.PemBundle;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.server.store.identity.CertificateState;
import tender.server.store.identity.RegisteredCertificate;

/**
 * Attack L2: after the owner enrolled the agent again, a thief uses the old key: it connects,
 * displaces the real agent, renews the certificate, fetches inputs and delivers results.
 */
@Tag("live")
class ReplayedCertificateAttackTest extends AttackTest {
  private static final ProviderId NORTH = new ProviderId("north");

  @Test
  void certificateFromBeforeAnotherEnrolmentIsRefused() throws Exception {
    Path stolen = market.enrol("north");
    try (OfferingAgent north = market.provider("north").awaitConnected();
        RawAgent thief = market.agent(stolen)) {
      Status end = thief.connect(1).hello().end();

      assertThat(end.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(end.getDescription()).contains("newer certificate").contains("enrol it again");
      assertRefused(() -> renew(thief));
      assertRefused(
          () ->
              AgentsGrpc.newBlockingStub(thief.channel)
                  .describeBag(Wire.DescribeBagRequest.newBuilder().setBag("bag").build()));
      assertThat(north.link.isConnected()).isTrue();
      assertThat(market.displaced).isEmpty();
      assertThat(market.rejections).contains("north certificate-replaced");
    }
  }

  @Test
  void openStreamEndsAfterAnotherEnrolment() throws Exception {
    try (RawAgent thief = connected(market.enrol("north"))) {
      market.enrol("north");
      assertEndsSoon(thief, "newer certificate");
    }
  }

  @Test
  void openStreamEndsAfterRevocationOfTheCertificate() throws Exception {
    try (RawAgent north = connected(market.enrol("north"));
        RawAgent south = connected(market.enrol("south"))) {
      String serial = certificates().getFirst().certificate().serial();
      assertThat(market.database.agentCertificates().revoke(serial)).contains(NORTH);
      assertEndsSoon(north, "revoked");
      assertThat(south.hasEnded()).isFalse();
      assertThat(market.database.agentCertificates().revoke(serial)).isEmpty();
    }
    try (OfferingAgent again = market.provider("north")) {
      again.awaitConnected();
    }
  }

  @Test
  void openStreamEndsAfterRevocationOfTheProvider() throws Exception {
    Path identity = market.enrol("north");
    try (RawAgent north = connected(identity);
        RawAgent later = market.agent(identity)) {
      market.database.providers().revoke(NORTH);
      assertEndsSoon(north, "revoked");
      assertThat(later.connect(1).hello().end().getDescription()).contains("revoked");
    }
  }

  /** An agent may die after the server has issued its next certificate and before it is stored. */
  @Test
  void previousCertificateIsValidUntilTheNextOneIsUsed() throws Exception {
    Path identity = market.enrol("north");
    try (RawAgent first = connected(identity)) {
      renew(first);
      PemBundle second = renew(first);
      try (RawAgent restarted = connected(identity)) {
        PemBundle third = renew(restarted);
        try (RawAgent renewed = open(third)) {
          renewed.connect(1).hello();
          AttackMarket.await("welcome", () -> !renewed.received.isEmpty());
          assertRefused(() -> renew(restarted));
        }
      }
      try (RawAgent other = open(second);
          RawAgent previous = market.agent(identity)) {
        assertRefused(() -> renew(other));
        assertRefused(() -> renew(previous));
      }
    }
    assertThat(certificates())
        .extracting(RegisteredCertificate::state)
        .containsOnlyOnce(CertificateState.ACTIVE)
        .doesNotContain(CertificateState.UNUSED);
  }

  @Test
  void displacedStreamRaisesAnAlert() throws Exception {
    Path identity = market.enrol("north");
    try (RawAgent agent = connected(identity);
        RawAgent thief = connected(identity)) {
      assertThat(agent.end().getCode()).isEqualTo(Status.Code.ABORTED);
      AttackMarket.await("alert", () -> !market.displaced.isEmpty());
      assertThat(market.displaced).containsExactly(NORTH);
      assertThat(thief.hasEnded()).isFalse();
    }
  }

  /** Certificates that were issued before they were recorded. */
  @Test
  void onlyOneUnrecordedCertificateIsAccepted() throws Exception {
    Path first = market.enrol("north");
    Path second = market.enrol("north");
    market.update(
        "delete from agent_certificate", "update provider set certificates_recorded = false");
    try (RawAgent agent = connected(first);
        RawAgent thief = market.agent(second)) {
      assertThat(thief.connect(1).hello().end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(agent.hasEnded()).isFalse();
      renew(agent);
    }
  }

  private RawAgent connected(Path identity) throws Exception {
    RawAgent agent = market.agent(identity).connect(9).hello();
    AttackMarket.await("welcome", () -> !agent.received.isEmpty() || agent.hasEnded());
    return agent;
  }

  private RawAgent open(PemBundle pem) throws Exception {
    return RawAgent.open(Optional.of(pem), pem.authorities().getFirst(), market.market.agentPort());
  }

  private List<RegisteredCertificate> certificates() {
    return market.database.agentCertificates().list();
  }

  /** The server checks the certificates of open streams every 5 s. */
  private static void assertEndsSoon(RawAgent agent, String reason) throws Exception {
    Status end = agent.end(Duration.ofSeconds(10));
    assertThat(end.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(end.getDescription()).contains(reason);
  }

  private static void assertRefused(Attempt attempt) {
    assertThatThrownBy(attempt::run)
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("PERMISSION_DENIED");
  }

  private interface Attempt {
    void run() throws Exception;
  }

  private static PemBundle renew(RawAgent agent) throws Exception {
    KeyPair keys = KeyPairs.generate();
    byte[] request =
        new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=a"), keys.getPublic())
            .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
            .getEncoded();
    Wire.Certificate answer =
        AgentsGrpc.newBlockingStub(agent.channel)
            .renew(
                Wire.RenewRequest.newBuilder()
                    .setCertificateSigningRequest(ByteString.copyFrom(request))
                    .build());
    return new PemBundle(
        keys.getPrivate(),
        PemBundle.certificate(answer.getCertificate().toByteArray()),
        List.of(PemBundle.certificate(answer.getAuthorities(0).toByteArray())));
  }
}
