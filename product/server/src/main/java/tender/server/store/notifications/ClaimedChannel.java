package tender.server.store.notifications;

import java.util.function.Supplier;
import tender.server.model.NotificationChannel;

/**
 * A channel to which this server sends until the claim expires.
 *
 * @param claimedUntilMillis by the database's clock
 * @param secret of a webhook; fails if it cannot be decrypted
 * @param failures how many attempts in a row have failed
 */
public record ClaimedChannel(
    long id,
    NotificationChannel.Kind kind,
    String address,
    Supplier<String> secret,
    int failures,
    long claimedUntilMillis) {}
