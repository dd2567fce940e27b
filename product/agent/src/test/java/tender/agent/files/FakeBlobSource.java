package tender.agent.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import tender.bagfile.Digest;
import tender.core.model.BagId;

/** Content in memory, which can be replaced by wrong content; counts the requests. */
final class FakeBlobSource implements BlobSource {
  private final Map<Digest, byte[]> contents = new HashMap<>();
  private int fetched;

  Digest add(byte[] content) {
    Digest digest = Digest.of(content);
    contents.put(digest, content);
    return digest;
  }

  void corrupt(Digest digest, byte[] wrong) {
    contents.put(digest, wrong);
  }

  int fetched() {
    return fetched;
  }

  @Override
  public void fetch(BagId bag, Digest digest, Path to) throws IOException {
    fetched++;
    byte[] content = contents.get(digest);
    if (content == null) {
      throw new NoSuchFileException(digest.hex());
    }
    Files.write(to, content);
    if (!Digest.of(content).equals(digest)) {
      throw new IOException("File " + digest + " has the wrong digest " + Digest.of(content));
    }
  }
}
