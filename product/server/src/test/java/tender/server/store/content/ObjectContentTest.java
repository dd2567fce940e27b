package tender.server.store.content;

import java.io.IOException;
import tender.bagfile.Digest;
import tender.server.objects.ObjectStoreServer;
import tender.server.objects.S3ObjectStore;

/** Content in a real object store. */
class ObjectContentTest extends ContentStoreContract {
  private S3ObjectStore objects;

  @Override
  ContentStore open() throws IOException {
    objects = ObjectStoreServer.shared().newBucket();
    return new ObjectContent(objects);
  }

  @Override
  ContentId begin(ContentStore store, Digest digest) {
    return new ContentId(1, store.newName(digest));
  }

  @Override
  boolean hasBytes(ContentId id) {
    return !objects.isAbsent(id.objectName());
  }

  @Override
  void release() {
    objects.close();
  }
}
