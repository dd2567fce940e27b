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
 * Real clusters and a real PostgreSQL on this machine, started by the scripts in this module's
 * folder. Each testbed has a folder for its files.
 */
public final class Testbed {
  private final Path folder;

  /** Starts nothing; see {@link #up}. */
  public Testbed(Path folder) {
    this.folder = folder;
  }

  /** A plain Slurm cluster. */
  public record SlurmCluster(String name, Path configuration, String partition, int processors) {

    /** Runs a Slurm command and returns its output. */
    public String run(List<String> command) throws IOException, InterruptedException {
      // In a folder of the testbed, because the command may leave files in its working folder.
      return CommandRunner.run(
          command,
          configuration.resolveSibling("."),
          Map.of("SLURM_CONF", configuration.toString()));
    }
  }

  /** A plain Grid Engine cell. */
  public record GridEngineCell(
      Path root, String name, int port, String queue, String parallelEnvironment, int processors) {

    /** Runs a Grid Engine command and returns its output. */
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

  /** How to use the object store. */
  public record ObjectStore(String endpoint, String region, String accessKey, String secretKey) {}

  /**
   * Creates a folder for a testbed. Its path is short, because it contains sockets, and other users
   * may enter it, because PostgreSQL and munge run as other users.
   */
  public static Path newFolder(String prefix) throws IOException {
    Path folder = Files.createTempDirectory(Path.of("/tmp"), prefix);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  /** The checkout with the scripts: set by the launcher, or found above the working folder. */
  public static Path checkout() {
    String home = System.getProperty("tender.home");
    Path here = Path.of(home == null ? "" : home).toAbsolutePath();
    for (Path above = here; above != null; above = above.getParent()) {
      if (Files.isExecutable(above.resolve("testbed/up"))) {
        return above;
      }
    }
    throw new IllegalStateException(
        "No testbed/up in or above " + here + ". Run this inside the checkout.");
  }

  /** The path of one of the scripts. */
  public static Path script(String name) {
    return checkout().resolve("testbed").resolve(name);
  }

  /** Where the testbed keeps its files. */
  public Path folder() {
    return folder;
  }

  /** Starts the testbed; see {@code testbed/up} for the options. */
  public void up(String... options) throws IOException, InterruptedException {
    try {
      run("up", options);
    } catch (IOException e) {
      throw new IOException(
          e.getMessage()
              + "\nRun testbed/install --gridengine --ha --s3 --keycloak to install the required packages.",
          e);
    }
  }

  public void down() throws IOException, InterruptedException {
    run("down");
  }

  /** Runs a script on this testbed. */
  public void run(String script, String... options) throws IOException, InterruptedException {
    String _ = output(script, options);
  }

  /** Runs a script on this testbed and returns what it prints. */
  public String output(String script, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(script(script).toString());
    command.addAll(List.of("--dir", folder.toString()));
    command.addAll(List.of(options));
    return CommandRunner.run(command, checkout(), Map.of());
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

  /** The Grid Engine cell; the testbed must have one. */
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

  /** The object store; the testbed must have one. */
  public ObjectStore objectStore() throws IOException {
    JsonNode store = description().path("s3");
    return new ObjectStore(
        store.path("endpoint").asString(),
        store.path("region").asString(),
        store.path("accessKey").asString(),
        store.path("secretKey").asString());
  }

  /** The identity provider; the testbed must have one. */
  public KeycloakRealm.Keycloak keycloak() throws IOException {
    JsonNode keycloak = description().path("keycloak");
    return new KeycloakRealm.Keycloak(
        keycloak.path("url").asString(),
        keycloak.path("administrator").asString(),
        keycloak.path("password").asString());
  }

  private JsonNode description() throws IOException {
    return JsonMapper.shared().readTree(Files.readString(folder.resolve("testbed.json")));
  }
}
