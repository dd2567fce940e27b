package tender.server.store.uploads;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** A direct upload as it is stored. */
record UploadRow(long id, String object, Optional<String> multipart, long bytes, long partBytes) {
  static final String COLUMNS = "id, object, multipart, bytes, part_bytes";

  static UploadRow read(ResultSet row) throws SQLException {
    return new UploadRow(
        row.getLong(1),
        row.getString(2),
        Optional.ofNullable(row.getString(3)),
        row.getLong(4),
        row.getLong(5));
  }

  int parts() {
    return Math.toIntExact((bytes + partBytes - 1) / partBytes);
  }

  /** The size of a part; its number counts from 1. */
  long bytesOf(int part) {
    return Math.min(partBytes, bytes - (part - 1) * partBytes);
  }
}
