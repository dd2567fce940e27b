package tender.program.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Real clusters and a real PostgreSQL on this machine, by the scripts in {@code testbed/}.
 *
 * @param home the checkout that has them
 * @param folder where the testbed keeps its files
 */
record Testbed(Path home, Path folder) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final long PATIENCE_SECONDS = 120;

  /** A Slurm cluster that runs. */
  record Cluster(String name, Path configuration, String partition, int processors) {}

  static boolean hasSlurm() {
    return isProgram("slurmctld") && isProgram("sbatch") && isProgram("munged");
  }

  static boolean hasPostgres() {
    return isProgram("initdb") || isProgram("pg_ctlcluster") || isProgram("pg_ctl");
  }

  private static boolean isProgram(String name) {
    List<Path> folders = new ArrayList<>();
    for (String folder : Optional.ofNullable(System.getenv("PATH")).orElse("").split(":")) {
      folders.add(Path.of(folder));
    }
    folders.add(Path.of("/usr/sbin"));
    return folders.stream().anyMatch(folder -> Files.isExecutable(folder.resolve(name)));
  }

  /** Installs what is missing, from Debian's packages. */
  void install() throws IOException, InterruptedException {
    run(List.of(script("install")));
  }

  /** Starts clusters of so many processors, or none, and PostgreSQL. */
  void up(String processors, boolean slurm) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(script("up"), "--dir", folder.toString(), "--no-ca"));
    command.addAll(slurm ? List.of("--processors", processors) : List.of("--no-slurm"));
    run(command);
  }

  void down() throws IOException, InterruptedException {
    run(List.of(script("down"), "--dir", folder.toString()));
  }

  String jdbcUrl() throws IOException {
    return description().path("postgres").path("jdbcUrl").asString();
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

  private JsonNode description() throws IOException {
    return JSON.readTree(Files.readString(folder.resolve("testbed.json")));
  }

  private String script(String name) {
    return home.resolve("testbed").resolve(name).toString();
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .inheritIO()
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(command.getFirst() + " took more than " + PATIENCE_SECONDS + " s.");
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          String.join(" ", command) + " ended with exit code " + process.exitValue() + ".");
    }
  }
}
