package tender.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Real clusters and a real PostgreSQL on this machine, by the scripts beside this module, in a
 * folder of their own.
 */
public final class Testbed {
  private final Path folder;

  /** Nothing runs before {@link #up}. */
  public Testbed(Path folder) {
    this.folder = folder;
  }

  /** A Slurm cluster that knows nothing of Tender. */
  public record SlurmCluster(String name, Path configuration, String partition, int processors) {

    /** What a command that speaks to the cluster printed. */
    public String run(List<String> command) throws IOException, InterruptedException {
      // In a folder of the testbed, for whatever files the command leaves where it is run.
      return CommandRunner.run(
          command,
          configuration.resolveSibling("."),
          Map.of("SLURM_CONF", configuration.toString()));
    }
  }

  /** A Grid Engine cell, which knows as little. */
  public record GridEngineCell(
      Path root, String name, int port, String queue, String parallelEnvironment, int processors) {

    /** What a command that speaks to the cell printed. */
    public String run(List<String> command) throws IOException, InterruptedException {
      return CommandRunner.run(
          command,
          root,
          Map.of(
              "SGE_ROOT",
              root.toString(),
              "SGE_CELL",
              name,
              "SGE_QMASTER_PORT",
              Integer.toString(port)));
    }
  }

  /**
   * A new folder in which a testbed can stand. Its path is short, since sockets stand below it, and
   * others may pass, since PostgreSQL and munge run as users of their own.
   */
  public static Path newFolder(String prefix) throws IOException {
    Path folder = Files.createTempDirectory(Path.of("/tmp"), prefix);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  /** The checkout that has the scripts: as the launcher says, or above where the program runs. */
  public static Path checkout() {
    String home = System.getProperty("tender.home");
    Path here = Path.of(home == null ? "" : home).toAbsolutePath();
    for (Path above = here; above != null; above = above.getParent()) {
      if (Files.isExecutable(above.resolve("testbed/up"))) {
        return above;
      }
    }
    throw new IllegalStateException(
        "There is no testbed/up in or above " + here + ". Run this inside the checkout.");
  }

  /** The path of one of the scripts. */
  public static Path script(String name) {
    return checkout().resolve("testbed").resolve(name);
  }

  /** Where the testbed keeps its files. */
  public Path folder() {
    return folder;
  }

  /** Starts it; the options say what of it. */
  public void up(String... options) throws IOException, InterruptedException {
    try {
      run("up", options);
    } catch (IOException e) {
      throw new IOException(
          e.getMessage() + "\ntestbed/install --gridengine installs what it needs.", e);
    }
  }

  public void down() throws IOException, InterruptedException {
    run("down");
  }

  /** Runs one of the scripts on this testbed. */
  public void run(String script, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(script(script).toString());
    command.addAll(List.of("--dir", folder.toString()));
    command.addAll(List.of(options));
    CommandRunner.run(command, checkout(), Map.of());
  }

  public String jdbcUrl() throws IOException {
    return description().path("postgres").path("jdbcUrl").asString();
  }

  public List<SlurmCluster> clusters() throws IOException {
    List<SlurmCluster> clusters = new ArrayList<>();
    for (JsonNode one : description().path("clusters")) {
      clusters.add(
          new SlurmCluster(
              one.path("name").asString(),
              Path.of(one.path("slurmConf").asString()),
              one.path("partition").asString(),
              one.path("processors").asInt()));
    }
    return clusters;
  }

  /** The Grid Engine cell, which there must be. */
  public GridEngineCell gridEngineCell() throws IOException {
    JsonNode cell = description().path("gridengine");
    return new GridEngineCell(
        Path.of(cell.path("root").asString()),
        cell.path("cell").asString(),
        cell.path("ports").path("qmaster").asInt(),
        cell.path("queue").asString(),
        cell.path("parallelEnvironment").asString(),
        cell.path("processors").asInt());
  }

  private JsonNode description() throws IOException {
    return JsonMapper.shared().readTree(Files.readString(folder.resolve("testbed.json")));
  }
}
