package tender.measure.povray;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import tender.testbed.Testbed;

/**
 * A copy of the example animation in a folder, with a given number and size of frames.
 *
 * @param every the profiler samples one frame in this many
 * @param shrink the factor by which a sample is smaller in width and height
 */
record MarblesAnimation(Path folder, int frames, int width, int height, int every, double shrink) {
  private static final List<String> SCRIPTS = List.of("render.sh", "profile.sh");

  /** Copies the example to the folder. */
  MarblesAnimation {
    Path example = Testbed.checkout().resolve("examples").resolve("povray");
    try {
      Files.createDirectories(folder);
      Files.copy(example.resolve("marbles.pov"), folder.resolve("marbles.pov"));
      for (String script : SCRIPTS) {
        Path copy = Files.copy(example.resolve(script), folder.resolve(script));
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    } catch (IOException e) {
      throw new IllegalStateException("Copying the example to " + folder + " failed.", e);
    }
  }

  /** The example's bag, changed so that each task also prints its cluster. */
  Path bag() throws IOException {
    String text =
        Files.readString(Testbed.checkout().resolve("examples/povray/bag.yaml"))
            .replace("1-60", "1-" + frames)
            .replace("60 320 240 4 4", profilerArguments(every, shrink))
            .replace(
                "{frame} 60 320 240",
                "{frame} %d %d %d && echo $SLURM_CLUSTER_NAME".formatted(frames, width, height));
    return Files.writeString(folder.resolve("bag.yaml"), text);
  }

  /** The same bag without profiler and deadline. */
  Path bagWithoutProfiler() throws IOException {
    String text = Files.readString(bag()).replaceAll("(?m)^(profiler|deadline):.*\n", "");
    return Files.writeString(folder.resolve("bag-without-profiler.yaml"), text);
  }

  String profilerArguments(int every, double shrink) {
    return "%d %d %d %d %s".formatted(frames, width, height, every, shrink);
  }
}
