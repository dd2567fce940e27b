package tender.program.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real Slurm clusters and a real PostgreSQL, started by this checkout's {@code testbed/}. */
final class Bed {
  private static final long LIMIT_SECONDS = 120;

  private final Path checkout = checkout();
  private final Path folder;
  private final Path log;

  /** A cluster that knows nothing of Tender. */
  record Cluster(String name, Path configuration, String partition, int processors) {}

  Bed(Path folder, Path logs) {
    this.folder = folder;
    log = logs.resolve("testbed.log");
  }

  /** Starts clusters of so many processors, none if none are named, and PostgreSQL. */
  void up(String processors) throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(List.of("--no-ca"));
    options.addAll(
        processors.isEmpty() ? List.of("--no-slurm") : List.of("--processors", processors));
    try {
      script("up", options);
    } catch (IOException e) {
      throw new IOException(
          "These tests need Slurm and PostgreSQL, which .ci/run installs by testbed/install. "
              + e.getMessage(),
          e);
    }
  }

  /** Runs one of the testbed's scripts on this testbed. */
  void script(String name, List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(checkout.resolve("testbed").resolve(name).toString());
    command.addAll(List.of("--dir", folder.toString()));
    command.addAll(arguments);
    run(command, "");
  }

  String jdbcUrl() throws IOException {
    return description().at("/postgres/jdbcUrl").asString();
  }

  List<Cluster> clusters() throws IOException {
    List<Cluster> clusters = new ArrayList<>();
    for (JsonNode one : description().path("clusters")) {
      clusters.add(
          new Cluster(
              one.path("name").asString(),
              Path.of(one.path("slurmConf").asString()),
              one.path("partition").asString(),
              one.path("processors").asInt()));
    }
    return clusters;
  }

  /** What a command that speaks to a cluster printed. */
  String slurm(Cluster cluster, List<String> command) throws IOException, InterruptedException {
    return run(command, cluster.configuration().toString());
  }

  private JsonNode description() throws IOException {
    return JsonMapper.shared().readTree(Files.readString(folder.resolve("testbed.json")));
  }

  private String run(List<String> command, String slurmConfiguration)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile(log.getParent(), "said", "");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (!slurmConfiguration.isEmpty()) {
      builder.environment().put("SLURM_CONF", slurmConfiguration);
    }
    Process process =
        builder.redirectInput(Path.of("/dev/null").toFile()).redirectOutput(said.toFile()).start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(
            String.join(" ", command) + " failed and said: " + Files.readString(said));
      }
      return Files.readString(said);
    } finally {
      Files.delete(said);
    }
  }

  /** Tests run in their module's folder, somewhere below. */
  static Path checkout() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isExecutable(folder.resolve("testbed/up"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("No testbed/up above " + Path.of("").toAbsolutePath());
      }
    }
    return folder;
  }
}
