package tender.server.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A token of a user, without its secret.
 *
 * @param name empty for the token that the operator created
 * @param createdMillis empty if it is not known
 * @param expiresMillis empty if it does not expire
 * @param usedMillis when it was last used, within some minutes; empty if never
 */
public record AccessToken(
    Optional<String> name,
    AccessScope scope,
    OptionalLong createdMillis,
    OptionalLong expiresMillis,
    OptionalLong usedMillis) {}
