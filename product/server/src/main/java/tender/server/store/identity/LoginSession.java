package tender.server.store.identity;

import tender.server.model.UserId;

/**
 * A session of a person who has logged in.
 *
 * @param confirmedAgeMillis how long ago the identity provider said that the login is valid
 * @param isUnreachable whether the provider did not answer when it was last asked
 */
public record LoginSession(
    UserId user, long expiresMillis, long confirmedAgeMillis, boolean isUnreachable) {}
