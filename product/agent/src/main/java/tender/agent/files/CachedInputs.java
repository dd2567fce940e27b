package tender.agent.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;

/**
 * Which inputs this site has already, so that they need not be fetched. Reads the cache's folder
 * without waiting for a file that is being fetched.
 *
 * @param folder of the {@link BlobCache}
 */
public record CachedInputs(Path folder) {

  /** Of an agent with this working folder. */
  public static CachedInputs below(Path work) {
    return new CachedInputs(BlobCache.folder(work));
  }

  /** The total size of a bag's inputs that must be fetched. Marks the others as used. */
  public long missingBytes(WorkOrder order) {
    Map<Digest, Long> bytes = new HashMap<>();
    order.inputs().forEach(input -> bytes.put(input.digest(), input.bytes()));
    order.packs().forEach(pack -> bytes.put(pack.digest(), pack.bytes()));
    return bytes.entrySet().stream()
        .filter(content -> !isCached(content.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private boolean isCached(Digest content) {
    Path cached = BlobCache.file(folder, content);
    try {
      if (!Files.isRegularFile(cached, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      // An offer relies on it, so it should not be the next one to be deleted.
      Files.setLastModifiedTime(cached, FileTime.from(Instant.now()));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
