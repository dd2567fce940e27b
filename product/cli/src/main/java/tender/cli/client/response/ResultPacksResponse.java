package tender.cli.client.response;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of result packs.
 *
 * @param only the indexes of the tasks in the task list, if the bag is a retry
 * @param work the same for a bag and its retries
 */
public record ResultPacksResponse(
    @Nullable String only, String work, List<Pack> packs, boolean more) {

  /** A pack, and those of its tasks whose results are accepted. */
  public record Pack(
      String digest,
      String tasks,
      long bytes,
      String provider,
      Instant received,
      List<Outcome> outcomes) {}

  /** The tasks that ended with one exit code. */
  public record Outcome(int exitCode, String tasks, boolean missingOutput) {}
}
