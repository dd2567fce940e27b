package tender.server.api;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tender.bagfile.RelativePath;
import tender.core.model.BagId;

/** The outputs that the providers of an {@link InMemoryBagApi} keep. */
public final class InMemoryKeptOutputs {
  private final Map<String, byte[]> contents = new ConcurrentHashMap<>();

  public void keep(BagId bag, int taskIndex, String path, byte[] content) {
    contents.put(bag + "/" + taskIndex + "/" + path, content);
  }

  void write(BagId bag, int taskIndex, RelativePath path, OutputStream sink) throws IOException {
    byte[] content = contents.get(bag + "/" + taskIndex + "/" + path);
    if (content == null) {
      throw ApiException.notFound("Provider hpc-1 does not have " + path + ".", "Retry the task.");
    }
    sink.write(content);
  }
}
