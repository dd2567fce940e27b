package tender.agent.batch.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A real Slurm cluster of this checkout's testbed, in a folder of its own. */
final class Testbed {
  private static final long LIMIT_SECONDS = 60;

  private final Path root = root();
  private final Path folder;
  private final Path configuration;

  Testbed(int processors) throws Exception {
    // A socket's path is short, so not wherever JUnit likes.
    folder = Files.createTempDirectory(Path.of("/tmp"), "tb");
    run(
        List.of(
            root.resolve("testbed/up").toString(),
            "--dir",
            folder.toString(),
            "--processors",
            Integer.toString(processors),
            "--no-postgres",
            "--no-ca"));
    JsonNode described = new ObjectMapper().readTree(folder.resolve("testbed.json").toFile());
    configuration = Path.of(described.at("/clusters/0/slurmConf").asString());
  }

  Path folder() {
    return folder;
  }

  Path configuration() {
    return configuration;
  }

  /** What a command that speaks to the cluster printed. */
  String slurm(String... command) throws Exception {
    return run(List.of(command));
  }

  void stopCluster() throws Exception {
    run(List.of(root.resolve("testbed/cluster-stop").toString(), "--dir", folder + "", "cluster1"));
  }

  void startCluster() throws Exception {
    run(
        List.of(
            root.resolve("testbed/cluster-start").toString(), "--dir", folder + "", "cluster1"));
  }

  void down() throws Exception {
    run(List.of(root.resolve("testbed/down").toString(), "--dir", folder.toString()));
    run(List.of("rm", "-rf", folder.toString()));
  }

  private String run(List<String> command) throws Exception {
    Path output = Files.createTempFile("testbed", ".out");
    var builder = new ProcessBuilder(new ArrayList<>(command));
    if (configuration != null) {
      builder.environment().put("SLURM_CONF", configuration.toString());
    }
    Process process =
        builder
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(command + " failed and said: " + Files.readString(output));
      }
      return Files.readString(output);
    } finally {
      Files.delete(output);
    }
  }

  /** Tests run in their module's folder, somewhere below the root. */
  private static Path root() {
    Path root = Path.of("").toAbsolutePath();
    while (root != null && !Files.isExecutable(root.resolve("testbed/up"))) {
      root = root.getParent();
    }
    if (root == null) {
      throw new IllegalStateException("No testbed/up above " + Path.of("").toAbsolutePath());
    }
    return root;
  }
}
