package tender.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.core.model.BagId;

class SubmitterStatementTest {
  private static final KeyPair MARKET = KeyPairs.generate();
  private static final Digest ORDER = Digest.of("order".getBytes(StandardCharsets.UTF_8));
  private static final SubmitterStatement STATEMENT =
      new SubmitterStatement(new BagId("k3f9"), "ann", "physics", ORDER);

  @Test
  void signatureHoldsForTheStatementOfTheMarketOnly() {
    byte[] signature = STATEMENT.sign(MARKET.getPrivate());
    assertThat(STATEMENT.isSignedBy(MARKET.getPublic(), signature)).isTrue();
    assertThat(STATEMENT.isSignedBy(KeyPairs.generate().getPublic(), signature)).isFalse();
    assertThat(STATEMENT.isSignedBy(MARKET.getPublic(), new byte[] {1, 2, 3})).isFalse();
    Digest otherOrder = Digest.of(new byte[0]);
    for (SubmitterStatement other :
        List.of(
            new SubmitterStatement(new BagId("k3f8"), "ann", "physics", ORDER),
            new SubmitterStatement(new BagId("k3f9"), "bob", "physics", ORDER),
            new SubmitterStatement(new BagId("k3f9"), "ann", "", ORDER),
            new SubmitterStatement(new BagId("k3f9"), "ann", "physics", otherOrder))) {
      assertThat(other.isSignedBy(MARKET.getPublic(), signature)).isFalse();
    }
  }

  @Test
  void nameWithLineEndCannotImitateAnotherStatement() {
    var hostile = new SubmitterStatement(new BagId("k3f9"), "ann\nproject x", "", ORDER);
    assertThatThrownBy(() -> hostile.sign(MARKET.getPrivate()))
        .hasMessageContaining("control character");
  }
}
