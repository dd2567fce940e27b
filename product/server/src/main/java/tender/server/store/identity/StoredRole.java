package tender.server.store.identity;

import tender.server.model.Role;

/** Reads roles from the database. */
final class StoredRole {
  private StoredRole() {}

  static Role of(String stored) {
    return Role.of(stored)
        .orElseThrow(() -> new IllegalStateException("The database has the role " + stored + "."));
  }
}
