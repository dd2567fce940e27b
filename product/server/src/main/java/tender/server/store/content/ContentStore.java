package tender.server.store.content;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import tender.bagfile.Digest;

/**
 * Where the bytes of input files and result packs are. What they are called, who may read them and
 * what refers to them is in PostgreSQL in either case. Throws {@link
 * tender.core.store.Store.Unavailable} if the store cannot be reached.
 */
interface ContentStore {
  /** The name for the bytes of new content, if the store gives them one. */
  Optional<String> newName(Digest digest);

  /**
   * Stores bytes that nothing refers to yet. A limited number of them is in memory at a time.
   *
   * @throws IOException from reading the content; what was stored until then must be deleted
   */
  void write(ContentId id, InputStream content) throws IOException;

  /**
   * Reads stored bytes.
   *
   * @param fromByte how many bytes are skipped; less than there are, or 0
   */
  InputStream open(ContentId id, long fromByte);

  /** Whether no bytes are stored under this name, not even those of an incomplete write. */
  boolean isAbsent(ContentId id);

  /** Deletes bytes, also those of an incomplete write. Idempotent. */
  void delete(ContentId id);
}
