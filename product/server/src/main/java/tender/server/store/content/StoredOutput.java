package tender.server.store.content;

import tender.bagfile.Digest;
import tender.bagfile.RelativePath;

/**
 * A large output in the object store.
 *
 * @param task its position in the bag
 * @param path in the task's folder
 * @param digest what the provider says; readers verify it
 */
public record StoredOutput(int task, RelativePath path, Digest digest, long bytes) {}
