package tender.server.agents;

import java.io.IOException;

/** Receives the content of a file in chunks. */
public interface BlobSink {

  /**
   * Sends a chunk, after waiting until the agent has read most of the previous ones.
   *
   * @throws IOException if the agent has disconnected or reads nothing for too long
   */
  void write(byte[] content) throws IOException;
}
