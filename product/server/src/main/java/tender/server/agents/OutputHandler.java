package tender.server.agents;

import java.net.URI;
import java.util.List;
import tender.protocol.LargeOutput;
import tender.protocol.OutputUpload;
import tender.server.agents.rejection.NotAllowedException;
import tender.server.agents.rejection.NotFoundException;

/**
 * Handles large outputs that agents send to the object store. The caller has checked that the part
 * is the provider's.
 */
public interface OutputHandler {
  /** For a market without an object store. */
  OutputHandler NONE =
      new OutputHandler() {
        @Override
        public OutputUpload begin(LargeOutput output) {
          return OutputUpload.UNAVAILABLE;
        }

        @Override
        public URI partUrl(LargeOutput output, int part) {
          throw new NotFoundException("This market has no object store.");
        }

        @Override
        public void complete(LargeOutput output, List<String> tags) {
          throw new NotFoundException("This market has no object store.");
        }
      };

  /**
   * Begins or continues an upload.
   *
   * @throws NotAllowedException if the provider has no such part, or a quota is exceeded
   */
  OutputUpload begin(LargeOutput output);

  /**
   * Where a part is sent.
   *
   * @throws NotFoundException if the upload must begin again
   */
  URI partUrl(LargeOutput output, int part);

  /**
   * Makes an output of the parts.
   *
   * @throws NotFoundException if the upload must begin again
   */
  void complete(LargeOutput output, List<String> tags);
}
