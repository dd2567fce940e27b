package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestTest {
  /** The example of the standard, FIPS 180-4. */
  private static final Digest ABC =
      new Digest("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");

  @Test
  void bytesStreamAndFileHaveTheSameDigest(@TempDir Path folder) throws IOException {
    byte[] abc = TestWorkOrders.bytes("abc");
    assertThat(Digest.of(abc)).isEqualTo(ABC);
    assertThat(Digest.of(new ByteArrayInputStream(abc))).isEqualTo(ABC);
    assertThat(Digest.of(Files.write(folder.resolve("file"), abc))).isEqualTo(ABC);
  }

  @Test
  void textThatIsNoDigestIsRejected() {
    for (String hex :
        new String[] {"", "abc", "../" + "0".repeat(61), "A".repeat(64), "0".repeat(64) + "\n"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Digest(hex));
    }
  }
}
