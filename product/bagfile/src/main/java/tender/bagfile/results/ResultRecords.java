package tender.bagfile.results;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records in the folder {@code .tender} of a result folder which files of which bag were written,
 * with their digests. So the results of a retry can replace earlier results, and files that the
 * user has changed are recognised. There is a record for each pack; those of other bags are read.
 */
final class ResultRecords {
  private static final String FOLDER = ".tender";
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Path folder;
  private final ResultOrigin origin;
  private final Map<Integer, Written> byOthers = new HashMap<>();

  /**
   * The files of a task that were written for a bag.
   *
   * @param files digests by path in the task's folder
   */
  record Written(ResultOrigin origin, SortedMap<String, Digest> files) {}

  ResultRecords(Path results, ResultOrigin origin) throws IOException {
    folder = results.resolve(FOLDER);
    this.origin = origin;
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      readOthers();
    }
  }

  /** What was last written for a task, if it was for another bag. */
  Optional<Written> byOther(int listIndex) {
    return Optional.ofNullable(byOthers.get(listIndex));
  }

  /** Records the files of a pack, by task. */
  void add(Digest pack, SortedMap<Integer, SortedMap<String, Digest>> filesByTask)
      throws IOException {
    Files.createDirectories(folder);
    ObjectNode record = MAPPER.createObjectNode();
    record.put("version", 1);
    record.put("bag", origin.bag());
    record.put("submitted", origin.submitted().toString());
    record.put("work", origin.work().hex());
    record.put("isRetry", origin.isRetry());
    ObjectNode tasks = record.putObject("tasks");
    filesByTask.forEach(
        (task, files) -> {
          ObjectNode digests = tasks.putObject(Integer.toString(task));
          files.forEach((path, digest) -> digests.put(path, digest.hex()));
        });
    Path temporary = folder.resolve(".new-" + UUID.randomUUID());
    try {
      Files.write(temporary, MAPPER.writeValueAsBytes(record));
      Files.move(
          temporary,
          folder.resolve(origin.bag() + "." + pack.hex() + ".json"),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private void readOthers() throws IOException {
    try (DirectoryStream<Path> records = Files.newDirectoryStream(folder, "*.json")) {
      for (Path record : records) {
        if (!record.getFileName().toString().startsWith(origin.bag() + ".")) {
          read(record);
        }
      }
    }
  }

  private void read(Path file) throws IOException {
    try {
      JsonNode record = MAPPER.readTree(Files.readAllBytes(file));
      ResultOrigin other =
          new ResultOrigin(
              record.required("bag").asString(),
              Instant.parse(record.required("submitted").asString()),
              new Digest(record.required("work").asString()),
              record.required("isRetry").asBoolean());
      for (Map.Entry<String, JsonNode> task : record.required("tasks").properties()) {
        SortedMap<String, Digest> files = new TreeMap<>();
        task.getValue()
            .properties()
            .forEach(
                entry ->
                    files.put(
                        new RelativePath(entry.getKey()).value(),
                        new Digest(entry.getValue().asString())));
        byOthers.merge(
            Integer.valueOf(task.getKey()),
            new Written(other, files),
            (a, b) -> a.origin().submitted().isAfter(b.origin().submitted()) ? a : b);
      }
    } catch (JacksonException | IllegalArgumentException | DateTimeException e) {
      throw new IOException(
          file + " is not a valid record of results. Give another folder, or delete the record", e);
    }
  }
}
