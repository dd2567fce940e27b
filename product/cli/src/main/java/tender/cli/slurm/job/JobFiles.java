package tender.cli.slurm.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.inputs.InputTree;
import tender.cli.slurm.option.BatchScript;
import tender.support.files.SecureDeletion;

/**
 * The input files that {@code tender sbatch} adds to those of the user, in the folder {@code
 * .slurm} of each task: the script, what starts it, its variables, and a substitute of srun.
 */
final class JobFiles implements AutoCloseable {
  /** The program that runs the script, as a path in the folder of a task. */
  static final String START = ".slurm/start";

  private static final String SCRIPTS = ".slurm/script/";
  private static final int MAX_NAME_LENGTH = 100;

  private final Path folder;
  private final List<InputTree.Entry> entries = new ArrayList<>();

  JobFiles() {
    try {
      folder = Files.createTempDirectory("tender-");
    } catch (IOException e) {
      throw new UncheckedIOException("Creating a temporary folder failed: " + e.getMessage(), e);
    }
  }

  /**
   * Writes the files.
   *
   * @param environment shell lines that set the variables of the script
   */
  void write(BatchScript script, String environment) {
    add(START, resource("start"), true);
    add(".slurm/bin/srun", resource("srun"), true);
    add(".slurm/environment", environment.getBytes(StandardCharsets.UTF_8), false);
    add(scriptPath(script), script.text().getBytes(StandardCharsets.UTF_8), true);
  }

  /** The script, as a path in the folder of a task. */
  static String scriptPath(BatchScript script) {
    String name = script.name().replaceAll("[^A-Za-z0-9._+-]", "_");
    String plain = name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH));
    return SCRIPTS + (plain.matches("\\.*") ? "script" : plain);
  }

  List<InputTree.Entry> entries() {
    return entries;
  }

  private void add(String path, byte[] content, boolean executable) {
    try {
      Path file = folder.resolve(path);
      Files.createDirectories(file.resolveSibling("."));
      Files.write(file, content);
      entries.add(
          new InputTree.Entry(
              new InputFile(new RelativePath(path), Digest.of(content), content.length, executable),
              file));
    } catch (IOException e) {
      throw new UncheckedIOException("Writing a temporary file failed: " + e.getMessage(), e);
    }
  }

  private static byte[] resource(String name) {
    try (InputStream in = JobFiles.class.getResourceAsStream("/tender/cli/slurm/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in this program.");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + name + " failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      SecureDeletion.deleteTree(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("Deleting " + folder + " failed: " + e.getMessage(), e);
    }
  }
}
