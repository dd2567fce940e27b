package tender.agent.files;

import java.io.IOException;
import java.nio.file.Path;
import tender.bagfile.Digest;
import tender.core.model.BagId;

/** Provides the content of a bag's files. */
@FunctionalInterface
public interface BlobSource {
  /** Writes the content to a new file; the caller verifies it. */
  void fetch(BagId bag, Digest digest, Path to) throws IOException;
}
