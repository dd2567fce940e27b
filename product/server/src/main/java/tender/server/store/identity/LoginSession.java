package tender.server.store.identity;

import tender.server.model.Role;
import tender.server.model.UserId;

/**
 * A session of a person who has logged in.
 *
 * @param role of the user now
 * @param confirmedAgeMillis how long ago the identity provider said that the login is valid
 * @param isUnreachable whether the provider did not answer when it was last asked
 * @param unusedMillis how long ago its last use was recorded
 */
public record LoginSession(
    UserId user,
    Role role,
    long expiresMillis,
    long confirmedAgeMillis,
    boolean isUnreachable,
    long unusedMillis) {}
