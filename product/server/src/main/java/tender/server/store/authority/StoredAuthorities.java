package tender.server.store.authority;

import java.util.Optional;

/**
 * The market's authorities as they are stored.
 *
 * @param current key and certificate, as PEM
 * @param next while the authority is replaced
 * @param isMoving whether agents get certificates from the next one
 */
public record StoredAuthorities(String current, Optional<String> next, boolean isMoving) {}
