package tender.server.store.content;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.server.store.sql.Sql;

/**
 * Bytes in PostgreSQL, in chunks, each written and read in its own transaction, so that a slow peer
 * holds no connection.
 */
final class DatabaseContent implements ContentStore {
  static final int CHUNK_BYTES = 1 << 20;

  /** Deleting this many takes a fraction of a second. */
  private static final int CHUNKS_PER_STATEMENT = 64;

  private static final String DELETE_CHUNKS =
      """
      delete from chunk where (upload, index) in (
        select upload, index from chunk
        where upload = ? and not exists (select from blob where blob.upload = chunk.upload)
        order by upload, index limit %d)
      """
          .formatted(CHUNKS_PER_STATEMENT);

  private final Sql sql;

  DatabaseContent(Sql sql) {
    this.sql = sql;
  }

  @Override
  public Optional<String> newName(Digest digest) {
    return Optional.empty();
  }

  @Override
  public void write(ContentId id, InputStream content) throws IOException {
    byte[] chunk = content.readNBytes(CHUNK_BYTES);
    for (int index = 0; chunk.length > 0; index++) {
      sql.update(
          "insert into chunk (upload, index, content) values (?, ?, ?)", id.upload(), index, chunk);
      chunk = content.readNBytes(CHUNK_BYTES);
    }
  }

  @Override
  public InputStream open(ContentId id, long fromByte) {
    return new Chunks(id.upload(), fromByte);
  }

  @Override
  public boolean isAbsent(ContentId id) {
    return sql.find("select 1 from chunk where upload = ? limit 1", _ -> true, id.upload())
        .isEmpty();
  }

  @Override
  public void delete(ContentId id) {
    int deleted;
    do {
      deleted = sql.backgroundTransaction(session -> session.update(DELETE_CHUNKS, id.upload()));
    } while (deleted == CHUNKS_PER_STATEMENT);
  }

  /** The chunks of an upload as one stream. */
  private final class Chunks extends InputStream {
    private final long upload;
    private byte[] chunk = {};
    private int index;
    private int at;
    private int skipped;
    private boolean isLast;

    Chunks(long upload, long fromByte) {
      this.upload = upload;
      index = Math.toIntExact(fromByte / CHUNK_BYTES);
      skipped = (int) (fromByte % CHUNK_BYTES);
    }

    @Override
    public int read() {
      return hasMore() ? chunk[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (length == 0) {
        return 0;
      }
      if (!hasMore()) {
        return -1;
      }
      int taken = Math.min(length, chunk.length - at);
      System.arraycopy(chunk, at, into, offset, taken);
      at += taken;
      return taken;
    }

    private boolean hasMore() {
      if (at == chunk.length && !isLast) {
        chunk =
            sql.find(
                    "select content from chunk where upload = ? and index = ?",
                    row -> row.getBytes(1),
                    upload,
                    index++)
                .orElse(new byte[0]);
        at = Math.min(skipped, chunk.length);
        skipped = 0;
        isLast = chunk.length < CHUNK_BYTES;
      }
      return at < chunk.length;
    }
  }
}
