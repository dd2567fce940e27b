package tender.agent.tasks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import tender.agent.batch.JobLabels;
import tender.agent.batch.LocalAccount;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.TaskExit;
import tender.bagfile.Digest;
import tender.core.message.ReservationId;
import tender.core.model.BagId;

/**
 * What never changes about a part: its id, its folder, and the name of its jobs and reservation in
 * the batch system.
 */
public record PartIdentity(ReservationId id, String name, PartFolder folder) {
  private static final Pattern SAFE_BAG = Pattern.compile("[A-Za-z0-9]{1,40}");

  public static PartIdentity of(ReservationId id, PartFolder folder) {
    return new PartIdentity(id, name(id), folder);
  }

  /**
   * A name for the batch system, such as {@code tender-k3f9-0123456789abcdef}: with the bag's id,
   * unless it is unsafe as a name, because ids come from the network.
   */
  public static String name(ReservationId id) {
    byte[] text = id.toString().getBytes(StandardCharsets.UTF_8);
    String bag = id.call().bag().value();
    return "tender-"
        + (SAFE_BAG.matcher(bag).matches() ? bag + "-" : "")
        + Digest.of(text).hex().substring(0, 16);
  }

  /** What the owner of the cluster can read about the part in the batch system. */
  public JobLabels labels(String bagName, String user) {
    return new JobLabels(bag().value(), id.call().round() + "." + id.attempt(), bagName, user);
  }

  /** The name of the part's array with this number. */
  String chunkName(int number) {
    String plain = name + "-" + number;
    return folder.account().map(account -> account.jobName(plain)).orElse(plain);
  }

  /** The name of the part to which an array belongs. */
  public static String partNameOf(String chunkName) {
    String plain = LocalAccount.plainName(chunkName);
    return plain.substring(0, Math.max(0, plain.lastIndexOf('-')));
  }

  public BagId bag() {
    return id.call().bag();
  }

  /** All attempts that have ended with an exit code. */
  public List<TaskExit> taskExits() {
    try {
      return folder.taskExits();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the folder of " + id + ".", e);
    }
  }
}
