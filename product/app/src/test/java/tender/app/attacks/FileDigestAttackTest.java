package tender.app.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.agent.link.MarketRefusedException;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPackWriter;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.api.ApiException;

/**
 * Attack L6: an agent that was only called reads a digest in the work order, and a user who names
 * this digest as an input reads the file of another user. The same with the digest of a result
 * pack.
 */
@Tag("live")
class FileDigestAttackTest extends AttackTest {
  private static final byte[] SECRET = "the victim's data".getBytes(StandardCharsets.UTF_8);
  private static final Digest DIGEST = Digest.of(SECRET);

  @Test
  void calledProviderSeesNoDigestsAndFetchesNothing() throws Exception {
    try (OfferingAgent north = market.provider("north").awaitConnected();
        OfferingAgent evil = market.provider("evil").offeringNothing().awaitConnected()) {
      AttackMarket.await("both are connected", () -> market.market.connectedAgents() == 2);
      BagId bag = submitSecret();
      AttackMarket.await("evil was called", () -> !evil.described.isEmpty());

      WorkOrder described = evil.described.element();
      assertThat(described.inputs()).hasSize(1);
      assertThat(described.digests()).containsExactly(Digest.NONE);
      assertThat(described.command()).isEqualTo("cat in");
      Path stolen = folder.resolve("stolen");
      assertThatThrownBy(() -> evil.link.fetch(bag, DIGEST, stolen))
          .isInstanceOf(MarketRefusedException.class)
          .hasMessageContaining("no access");

      north.awaitPart();
      assertThat(north.link.describe(bag).order().digests()).containsExactly(DIGEST);
      Path fetched = folder.resolve("fetched");
      north.link.fetch(bag, DIGEST, fetched);
      assertThat(fetched).hasBinaryContent(SECRET);
      assertThatThrownBy(() -> evil.link.fetch(bag, DIGEST, stolen))
          .isInstanceOf(MarketRefusedException.class);
      assertThat(stolen).doesNotExist();
    }
  }

  @Test
  void digestOfAnotherUsersFileIsMissing() throws Exception {
    market.upload(AttackMarket.VICTIM, SECRET);
    var api = market.market.bagApi();

    assertThat(api.missingBlobs(AttackMarket.ATTACKER, List.of(DIGEST))).containsExactly(DIGEST);
    assertMissing(AttackMarket.input(SECRET));
    byte[] guess = new byte[SECRET.length];
    assertThatThrownBy(
            () ->
                api.putBlob(
                    AttackMarket.ATTACKER, DIGEST, guess.length, new ByteArrayInputStream(guess)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("digest");
    assertMissing(AttackMarket.input(SECRET));
    assertThat(api.missingBlobs(AttackMarket.VICTIM, List.of(DIGEST))).isEmpty();
  }

  @Test
  void resultPackIsNotAnInput() throws Exception {
    try (OfferingAgent north = market.provider("north").awaitConnected()) {
      BagId bag = submitSecret();
      ReservationId part = north.awaitPart();
      Path pack = folder.resolve("pack.zip");
      try (var writer = new ResultPackWriter(Files.newOutputStream(pack))) {
        writer.add(PackEntry.stdout(0), new ByteArrayInputStream(SECRET));
      }
      north.link.deliver(part, List.of(new TaskOutcome(0, TaskSet.first(1))), pack);
      assertThat(market.database.packs().storedMillis(bag)).containsKey(Digest.of(pack));

      assertMissing(AttackMarket.input(Files.readAllBytes(pack)));
    }
  }

  private BagId submitSecret() throws Exception {
    market.upload(AttackMarket.VICTIM, SECRET);
    return market.submit(AttackMarket.VICTIM, AttackMarket.order(AttackMarket.input(SECRET)));
  }

  private void assertMissing(InputFile input) {
    assertThatThrownBy(() -> market.submit(AttackMarket.ATTACKER, AttackMarket.order(input)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("1 input files are missing");
  }
}
