package tender.app.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Writes what a test has measured for {@code scripts/acceptance access}, if that runs it. */
public final class AccessFigures {
  private AccessFigures() {}

  public static void write(String name, Map<String, ?> figures) throws IOException {
    Optional<String> folder = Optional.ofNullable(System.getProperty("tender.access.figures"));
    if (folder.isPresent()) {
      Files.writeString(
          Path.of(folder.get()).resolve(name + ".json"),
          JsonMapper.shared().writeValueAsString(figures) + "\n");
    }
  }
}
