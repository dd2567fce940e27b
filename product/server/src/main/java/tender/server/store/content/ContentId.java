package tender.server.store.content;

import java.util.Optional;

/**
 * Identifies stored bytes. Equal content that is written twice has two of them, so that bytes can
 * be deleted while the same content is written again.
 *
 * @param upload its row in PostgreSQL
 * @param object the name of its object; empty if the bytes are in PostgreSQL
 */
record ContentId(long upload, Optional<String> object) {
  String objectName() {
    return object.orElseThrow(
        () -> new IllegalArgumentException("Upload " + upload + " is not in the object store."));
  }
}
