package tender.support.transfer;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The market's part in an upload to its object store. Called by several threads. */
public interface UploadSession {

  /** Begins the upload, or continues it; empty if it is complete. */
  Optional<SentParts> begin();

  /** Where a part is sent; valid for a limited time. Parts count from 1. */
  URI partUrl(int part) throws UploadLostException;

  /**
   * Puts the parts together.
   *
   * @param tags of all parts, beginning with part 1
   */
  void complete(List<String> tags) throws UploadLostException;
}
