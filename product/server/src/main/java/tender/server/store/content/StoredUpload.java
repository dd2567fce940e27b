package tender.server.store.content;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import tender.bagfile.Digest;

/**
 * Content in its upload.
 *
 * @param what for messages
 * @param digest empty if nothing refers to the upload
 */
record StoredUpload(
    ContentId id, boolean isComplete, String what, Optional<Digest> digest, long bytes) {
  static StoredUpload read(ResultSet row) throws SQLException {
    return new StoredUpload(
        new ContentId(row.getLong(1), Optional.ofNullable(row.getString(2))),
        row.getBoolean(3),
        row.getString(4),
        Optional.ofNullable(row.getString(5)).map(Digest::new),
        row.getLong(6));
  }

  boolean canMove() {
    return isComplete && digest.isPresent();
  }
}
