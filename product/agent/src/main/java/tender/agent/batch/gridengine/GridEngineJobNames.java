package tender.agent.batch.gridengine;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Maps names of the agent's arrays to job names in Grid Engine, which must not begin with a digit.
 * The prefix contains a checksum of the agent's work folder, so that two agents of one user do not
 * mix up their jobs. Other users cannot submit jobs of that user.
 */
record GridEngineJobNames(String user, String prefix) {

  static GridEngineJobNames of(String user, Path work) {
    var sum = new CRC32();
    sum.update(work.toString().getBytes(StandardCharsets.UTF_8));
    return new GridEngineJobNames(
        user, "tender-" + HexFormat.of().toHexDigits((int) sum.getValue()) + ".");
  }

  /** The job name of an array in Grid Engine. */
  String toGridEngine(String jobName) {
    return prefix + jobName;
  }

  /** The name of the agent's array, if the job is the agent's. */
  Optional<String> fromGridEngine(String owner, String name) {
    return owner.equals(user) && name.startsWith(prefix)
        ? Optional.of(name.substring(prefix.length()))
        : Optional.empty();
  }
}
