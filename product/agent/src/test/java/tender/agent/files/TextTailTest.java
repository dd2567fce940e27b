package tender.agent.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextTailTest {
  @TempDir private Path folder;

  @Test
  void endOfFileIsRead() throws Exception {
    Path control = Files.createDirectories(folder.resolve("control/7"));
    Files.writeString(control.resolve("stderr"), "x".repeat(5_000) + "the end\n");
    assertThat(TextTail.read(folder, control, "stderr", 8)).isEqualTo("the end\n");
  }

  @Test
  void linkAndMissingFileAreEmpty() throws Exception {
    Path control = Files.createDirectories(folder.resolve("control/7"));
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    Files.createSymbolicLink(control.resolve("stderr"), secret);
    assertThat(TextTail.read(folder, control, "stderr", 100)).isEmpty();
    assertThat(TextTail.read(folder, control, "other", 100)).isEmpty();
    assertThat(TextTail.read(folder, folder.resolve("control/8"), "stderr", 100)).isEmpty();
  }
}
