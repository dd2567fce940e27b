package tender.server.agents;

import java.io.IOException;

/** Where the content of a file goes, piece by piece. */
public interface BlobSink {

  /**
   * Sends this, and waits first until the agent has taken most of what was sent before.
   *
   * @throws IOException when the agent has gone, or takes nothing for long
   */
  void write(byte[] content) throws IOException;
}
