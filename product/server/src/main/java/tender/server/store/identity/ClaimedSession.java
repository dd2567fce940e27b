package tender.server.store.identity;

import tender.server.model.UserId;

/**
 * A session for which this server alone may ask the identity provider now.
 *
 * @param hash of its token, in hexadecimal
 * @param claimedMillis when it was claimed, by the database's clock
 * @param leaseMillis until when no other server asks; identifies the claim
 * @param refreshToken encrypted
 * @param idToken encrypted
 */
public record ClaimedSession(
    String hash,
    UserId user,
    String issuer,
    String subject,
    long claimedMillis,
    long leaseMillis,
    String refreshToken,
    String idToken) {}
