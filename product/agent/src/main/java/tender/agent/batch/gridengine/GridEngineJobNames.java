package tender.agent.batch.gridengine;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The names of our arrays in Grid Engine, which takes none that begin with a digit. They begin with
 * a mark of the agent's working folder: two agents of one user are strangers to each other, and
 * nobody else can make a job of that user.
 */
record GridEngineJobNames(String user, String prefix) {

  static GridEngineJobNames of(String user, Path work) {
    var sum = new CRC32();
    sum.update(work.toString().getBytes(StandardCharsets.UTF_8));
    return new GridEngineJobNames(user, "tender-" + HexFormat.of().toHexDigits((int) sum.getValue()) + ".");
  }

  /** What Grid Engine calls an array. */
  String toGridEngine(String jobName) {
    return prefix + jobName;
  }

  /** What we call a job, if it is ours. */
  Optional<String> fromGridEngine(String owner, String name) {
    return owner.equals(user) && name.startsWith(prefix)
        ? Optional.of(name.substring(prefix.length()))
        : Optional.empty();
  }
}
