package tender.server.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A notification to one channel, and what became of it.
 *
 * @param eventId the same for all channels and in all attempts
 * @param event the name of the event
 * @param endedMillis when it was delivered or given up; empty while it waits
 * @param error of the last attempt
 */
public record NotificationDelivery(
    String eventId,
    String event,
    Optional<String> bag,
    long atMillis,
    int attempts,
    OptionalLong endedMillis,
    boolean isDelivered,
    Optional<String> error) {}
