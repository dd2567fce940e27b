package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.app.link.RawAgent;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.core.message.ReservationId;
import tender.core.model.ProviderId;
import tender.protocol.LargeOutput;
import tender.protocol.MessageCodec;
import tender.protocol.v1.AgentsGrpc;
import tender.protocol.v1.Wire;
import tender.server.objects.ObjectStoreSettings;
import tender.server.objects.S3ObjectStore;

/**
 * Attack L15: an agent sends large outputs of another provider's part, or of a bag of which it has
 * no part, to the object store. The store cannot be reached, so an upload that the server begins
 * fails as unavailable.
 */
@Tag("live")
class DirectOutputAttackTest extends AttackTest {
  private static final ProviderId EVIL = new ProviderId("evil");
  private static final int BYTES = 1_000_000;

  @Override
  AttackMarket newMarket() throws Exception {
    return new AttackMarket(
        folder,
        Optional.of(
            new S3ObjectStore(
                new ObjectStoreSettings(
                    URI.create("http://127.0.0.1:1"),
                    Optional.empty(),
                    "bucket",
                    "us-east-1",
                    "key",
                    "secret"))));
  }

  @Test
  void outputOfAnotherProvidersPartIsRefused() throws Exception {
    Path evilIdentity = market.enrol("evil");
    try (OfferingAgent north = market.provider("north").awaitConnected();
        RawAgent evil = market.agent(evilIdentity)) {
      market.submit(AttackMarket.VICTIM, AttackMarket.order());
      Wire.Output output = output(north.awaitPart());
      AgentsGrpc.AgentsBlockingStub calls = AgentsGrpc.newBlockingStub(evil.channel);

      assertRefused(() -> calls.beginOutput(output), "evil sends an output of");
      assertRefused(
          () ->
              calls.getOutputPartUrl(
                  Wire.OutputPart.newBuilder().setOutput(output).setPart(1).build()),
          "evil sends an output of");
      assertRefused(
          () ->
              calls.completeOutput(
                  Wire.SentOutput.newBuilder().setOutput(output).addTags("tag").build()),
          "evil sends an output of");
      assertThat(market.rejections).contains("evil other-provider");
    }
  }

  @Test
  void outputOfABagWithoutAPartIsRefused() throws Exception {
    OfferingAgent evil = market.provider("evil").awaitConnected();
    market.submit(AttackMarket.ATTACKER, AttackMarket.order());
    ReservationId own = evil.awaitPart();
    evil.close();
    try (OfferingAgent north = market.provider("north").awaitConnected();
        RawAgent raw = market.agent(evil.identity)) {
      market.submit(AttackMarket.VICTIM, AttackMarket.order());
      ReservationId part = north.awaitPart();
      ReservationId ofEvil = new ReservationId(part.call(), part.attempt(), EVIL);
      AgentsGrpc.AgentsBlockingStub calls = AgentsGrpc.newBlockingStub(raw.channel);

      assertRefused(() -> calls.beginOutput(output(ofEvil)), "There is no part");
      assertThat(market.rejections).contains("evil no-part");
      assertThatThrownBy(
              () ->
                  calls.getOutputPartUrl(
                      Wire.OutputPart.newBuilder().setOutput(output(ofEvil)).setPart(1).build()))
          .hasMessageContaining("There is no open upload");
      assertThatThrownBy(() -> calls.beginOutput(output(own)))
          .as("a part of its own")
          .hasMessageStartingWith("UNAVAILABLE");
    }
  }

  private static Wire.Output output(ReservationId part) {
    return MessageCodec.toWire(
        new LargeOutput(part, 0, new RelativePath("out"), Digest.of(new byte[BYTES]), BYTES));
  }

  @FunctionalInterface
  private interface RemoteCall {
    Object run();
  }

  private static void assertRefused(RemoteCall call, String description) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
              assertThat(e.getStatus().getDescription()).contains(description);
            });
  }
}
