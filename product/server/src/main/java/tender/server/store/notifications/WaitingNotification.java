package tender.server.store.notifications;

import java.util.Optional;

/**
 * A notification that has not been delivered.
 *
 * @param event the name of the event
 * @param bagName of the user's choice
 * @param data JSON
 * @param attempts how many have failed or were interrupted
 */
public record WaitingNotification(
    long id,
    String eventId,
    String event,
    Optional<String> bag,
    Optional<String> bagName,
    long atMillis,
    String data,
    int attempts) {}
