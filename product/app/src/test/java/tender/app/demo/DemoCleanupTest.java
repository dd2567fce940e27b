package tender.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DemoCleanupTest {
  @TempDir Path parent;

  @Test
  void stopsMarketAndDeletesFolderOnce() throws IOException, InterruptedException {
    Path folder = Files.createDirectories(parent.resolve("demo"));
    Files.writeString(folder.resolve("server.yaml"), "secret");
    List<String> stopped = new ArrayList<>();
    DemoCleanup cleanup = new DemoCleanup(folder, () -> stopped.add("testbed"));
    cleanup.started(() -> stopped.add("market"));
    cleanup.close();
    cleanup.close();
    cleanup.awaitStop();
    assertThat(stopped).containsExactly("market");
    assertThat(folder).doesNotExist();
  }

  @Test
  void stopsTestbedAndDeletesFolderWhenInterruptedAtStart() throws IOException {
    Path folder = Files.createDirectories(parent.resolve("demo/testbed"));
    List<String> stopped = new ArrayList<>();
    DemoCleanup cleanup =
        new DemoCleanup(
            folder.getParent(),
            () -> {
              stopped.add("testbed");
              throw new IOException("not up yet");
            });
    cleanup.close();
    assertThat(stopped).containsExactly("testbed");
    assertThat(folder.getParent()).doesNotExist();
  }
}
