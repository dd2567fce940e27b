package tender.server.store.content;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Where content is.
 *
 * @param small the content itself, if it is in its row
 */
record ContentLocation(ContentId id, Optional<byte[]> small, long bytes) {
  /** From the columns upload, object, content and bytes. */
  static ContentLocation read(ResultSet row) throws SQLException {
    return new ContentLocation(
        new ContentId(row.getLong(1), Optional.ofNullable(row.getString(2))),
        Optional.ofNullable(row.getBytes(3)),
        row.getLong(4));
  }
}
