package tender.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files of results.
 *
 * @param only the numbers that the bag's tasks have in its list, if it is a retry
 */
public record ResultPacksResponse(@Nullable String only, List<Pack> packs, boolean more) {

  /** A file, and those of its tasks that count. */
  public record Pack(String digest, String tasks, long bytes) {}
}
