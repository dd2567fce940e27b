package tender.cli.client.response;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What remains of a deleted bag.
 *
 * @param providers which may still hold data; null if the server is too old to say what remains
 * @param transfers for the bag, in accounts
 */
public record DeletionResponse(
    String id,
    @Nullable List<String> providers,
    @Nullable SiteResults siteResults,
    @Nullable Integer transfers) {

  /** Results that stay at sites. */
  public record SiteResults(String folder, List<String> providers) {}

  /** Reads the answer to a deletion. An older server answers without a body. */
  public static DeletionResponse read(String bag, byte[] answer) {
    return answer.length == 0
        ? new DeletionResponse(bag, null, null, null)
        : JsonMapper.shared().readValue(answer, DeletionResponse.class);
  }
}
