package tender.agent.files;

import java.io.IOException;
import java.nio.file.Path;
import tender.core.model.BagId;
import tender.bagfile.Digest;

/** Where the content of a bag's files can be had. */
@FunctionalInterface
public interface BlobSource {
  /**
   * Writes the content to a file that is not there yet; what it writes is checked by the caller.
   */
  void fetch(BagId bag, Digest digest, Path to) throws IOException;
}
