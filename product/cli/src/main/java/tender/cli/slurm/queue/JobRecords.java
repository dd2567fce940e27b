package tender.cli.slurm.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tender.cli.client.MarketClient;
import tender.support.files.AtomicFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The records of bags as jobs. They come from the work orders of the bags, which can be large, so
 * they are kept in the user's cache; without a cache everything works as well, only slower.
 */
final class JobRecords {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final MarketClient client;
  private final Path cache;

  JobRecords(MarketClient client, Map<String, String> environment) {
    this.client = client;
    cache =
        Optional.ofNullable(environment.get("XDG_CACHE_HOME"))
            .map(Path::of)
            .filter(Path::isAbsolute)
            .orElse(Path.of(System.getProperty("user.home"), ".cache"))
            .resolve("tender/jobs");
  }

  /** The record of one of the user's bags. */
  JobRecord of(String bag) {
    Path file = cache.resolve(bag.replaceAll("[^A-Za-z0-9_-]", "_") + ".json");
    try {
      return MAPPER.readValue(Files.readString(file), JobRecord.class);
    } catch (NoSuchFileException _) {
      // It is read for the first time.
    } catch (IOException | JacksonException _) {
      // It is written again.
    }
    JobRecord record = JobRecord.of(bag, client.workOrder(bag));
    try {
      Files.createDirectories(cache);
      AtomicFile.replace(file, MAPPER.writeValueAsString(record) + "\n");
    } catch (IOException | UncheckedIOException _) {
      // The next command reads the work order again.
    }
    return record;
  }
}
