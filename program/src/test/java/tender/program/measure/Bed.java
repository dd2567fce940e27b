package tender.program.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A testbed of its own, below a folder of its own; both are gone when it is closed. */
final class Bed implements AutoCloseable {
  private static final Path HOME =
      Path.of(Objects.requireNonNullElse(System.getProperty("tender.home"), "."));

  private final Path folder;

  private Bed(Path folder) {
    this.folder = folder;
  }

  /**
   * PostgreSQL, and a cluster.
   *
   * @param processors of the cluster; 0 for none
   */
  static Bed up(int processors) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("tender-measure");
    // PostgreSQL and munge run as users of their own.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Bed bed = new Bed(folder);
    List<String> command = new ArrayList<>(bed.testbed("up"));
    command.add("--no-ca");
    command.addAll(
        processors > 0
            ? List.of("--processors", String.valueOf(processors))
            : List.of("--no-slurm"));
    run(command);
    return bed;
  }

  private List<String> testbed(String script) {
    return List.of(
        HOME.resolve("testbed").resolve(script).toString(),
        "--dir",
        folder.resolve("bed").toString());
  }

  /** For whatever else a measurement keeps. */
  Path folder() {
    return folder;
  }

  String jdbcUrl() throws IOException {
    return description().path("postgres").path("jdbcUrl").asString();
  }

  Path slurmConfiguration() throws IOException {
    return Path.of(description().path("clusters").path(0).path("slurmConf").asString());
  }

  String partition() throws IOException {
    return description().path("clusters").path(0).path("partition").asString();
  }

  private JsonNode description() throws IOException {
    return new JsonMapper().readTree(Files.readString(folder.resolve("bed/testbed.json")));
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    if (process.waitFor() != 0) {
      String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      throw new IOException(String.join(" ", command) + " failed: " + said);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      run(testbed("down"));
      run(List.of("rm", "-r", folder.toString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
