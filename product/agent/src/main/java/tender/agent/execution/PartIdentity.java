package tender.agent.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.TaskExit;
import tender.bagfile.Digest;
import tender.core.message.ReservationId;
import tender.core.model.BagId;

/**
 * What never changes about a part: its id, its folder, and the name of its jobs and reservation in
 * the batch system.
 */
record PartIdentity(ReservationId id, String name, PartFolder folder) {
  static PartIdentity of(ReservationId id, PartFolder folder) {
    return new PartIdentity(id, name(id), folder);
  }

  /** A name for the batch system, because ids come from the network and are not safe as names. */
  static String name(ReservationId id) {
    byte[] text = id.toString().getBytes(StandardCharsets.UTF_8);
    return "tender-" + Digest.of(text).hex().substring(0, 16);
  }

  /** The name of the part's array with this number. */
  String chunkName(int number) {
    return name + "-" + number;
  }

  /** The name of the part to which an array belongs. */
  static String partNameOf(String chunkName) {
    return chunkName.substring(0, Math.max(0, chunkName.lastIndexOf('-')));
  }

  BagId bag() {
    return id.call().bag();
  }

  /** All attempts that have ended with an exit code. */
  List<TaskExit> taskExits() {
    try {
      return folder.taskExits();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the folder of " + id + ".", e);
    }
  }
}
