package tender.nextflow;

import groovy.json.JsonOutput;
import groovy.json.JsonSlurper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The folder {@code .tender} in the pipeline's work folder: the script that runs tasks, and the
 * bags that have not ended, by which the next run cancels those of one that was killed.
 */
final class BrokerFolder {
  private final Path folder;
  private final Path bags;

  BrokerFolder(Path folder) throws IOException {
    this.folder = folder;
    this.bags = Files.createDirectories(folder.resolve("bags"));
    try (InputStream script = BrokerFolder.class.getResourceAsStream("run-task")) {
      Path copy = folder.resolve(".run-task." + ProcessHandle.current().pid());
      Files.write(copy, script.readAllBytes());
      Files.move(copy, script(), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** The script that runs tasks. */
  Path script() {
    return folder.resolve("run-task");
  }

  /** Records a bag before it is submitted. */
  void write(Bag bag) throws IOException {
    Map<String, Object> record =
        Map.of(
            "key", bag.key,
            "body", bag.body,
            "process", ProcessHandle.current().pid(),
            "started", startOf(ProcessHandle.current()));
    Path file = bags.resolve(bag.key);
    Path copy = bags.resolve("." + bag.key);
    Files.writeString(copy, JsonOutput.toJson(record));
    Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE);
  }

  void remove(String key) throws IOException {
    Files.deleteIfExists(bags.resolve(key));
  }

  /** The bags of runs of Nextflow that were killed on this machine. */
  @SuppressWarnings("unchecked")
  List<Map<String, Object>> abandoned() throws IOException {
    List<Map<String, Object>> found = new ArrayList<>();
    try (var files = Files.list(bags)) {
      for (Path file : files.filter(BrokerFolder::isComplete).toList()) {
        Map<String, Object> record =
            (Map<String, Object>) new JsonSlurper().parseText(Files.readString(file));
        long process = ((Number) record.get("process")).longValue();
        boolean runs =
            ProcessHandle.of(process)
                .filter(handle -> startOf(handle).equals(record.get("started")))
                .isPresent();
        if (!runs) {
          found.add(record);
        }
      }
    }
    return found;
  }

  private static boolean isComplete(Path file) {
    return !file.getFileName().toString().startsWith(".");
  }

  private static String startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }
}
