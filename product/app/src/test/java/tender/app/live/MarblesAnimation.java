package tender.app.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import tender.testbed.Testbed;

/**
 * The example animation in some folder, with so many frames of such a size.
 *
 * @param every as many frames follow one another as one is sampled
 * @param shrink the sample is so many times less wide and high
 */
record MarblesAnimation(Path folder, int frames, int width, int height, int every, double shrink) {
  private static final List<String> SCRIPTS = List.of("render.sh", "profile.sh");

  /** Copies the example there. */
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
      throw new IllegalStateException("The example cannot be copied to " + folder + ".", e);
    }
  }

  /** The example's bag, changed so that each task also says where it ran. */
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

  /** The same as early as can be, but nobody measures. */
  Path bagWithoutProfiler() throws IOException {
    String text = Files.readString(bag()).replaceAll("(?m)^(profiler|deadline):.*\n", "");
    return Files.writeString(folder.resolve("bag-without-profiler.yaml"), text);
  }

  String profilerArguments(int every, double shrink) {
    return "%d %d %d %d %s".formatted(frames, width, height, every, shrink);
  }
}
