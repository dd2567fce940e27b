package tender.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Large outputs of a bag in the market's object store.
 *
 * @param next the cursor of the next page; null if this is the last one
 */
public record OutputsResponse(List<Output> outputs, @Nullable String next) {
  public OutputsResponse {
    outputs = List.copyOf(outputs);
  }

  /**
   * An output.
   *
   * @param task its index in the task list
   * @param path in the task's folder
   */
  public record Output(int task, String path, String digest, long bytes) {}
}
