package tender.server.store.content;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.core.store.Store;
import tender.server.objects.ObjectNames;
import tender.server.objects.S3ObjectStore;

/** Bytes in an object store, one object for each content, which is sent in parts. */
final class ObjectContent implements ContentStore {
  /** One part is in memory at a time. */
  static final int PART_BYTES = 8 << 20;

  private final S3ObjectStore objects;

  ObjectContent(S3ObjectStore objects) {
    this.objects = objects;
  }

  @Override
  public Optional<String> newName(Digest digest) {
    return Optional.of(ObjectNames.next(digest));
  }

  @Override
  public void write(ContentId id, InputStream content) throws IOException {
    byte[] part = new byte[PART_BYTES];
    int length = content.readNBytes(part, 0, PART_BYTES);
    if (length < PART_BYTES) {
      objects.put(id.objectName(), part, length);
      return;
    }
    String upload = objects.startMultipart(id.objectName());
    List<String> tags = new ArrayList<>();
    while (length > 0) {
      tags.add(objects.putPart(id.objectName(), upload, tags.size() + 1, part, length));
      length = content.readNBytes(part, 0, PART_BYTES);
    }
    objects.completeMultipart(id.objectName(), upload, tags);
  }

  @Override
  public InputStream open(ContentId id, long fromByte) {
    return objects
        .open(id.objectName(), fromByte)
        .orElseThrow(
            () ->
                new Store.Unavailable(
                    "Object %s is missing in the object store. Restore it, or delete its bag."
                        .formatted(id.objectName())));
  }

  @Override
  public boolean isAbsent(ContentId id) {
    return objects.isAbsent(id.objectName());
  }

  @Override
  public void delete(ContentId id) {
    objects.delete(id.objectName());
  }
}
