package tender.agent.files;

import java.io.IOException;
import java.nio.file.Path;
import tender.bagfile.Digest;
import tender.core.model.BagId;

/** Provides the content of a bag's files. */
@FunctionalInterface
public interface BlobSource {
  /**
   * Writes the content to a new file, and verifies its digest meanwhile.
   *
   * @throws RuntimeException if the market sent other content
   */
  void fetch(BagId bag, Digest digest, Path to) throws IOException;
}
