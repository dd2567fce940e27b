package tender.server.objects;

/**
 * A part of an object that is not complete yet.
 *
 * @param number from 1
 * @param tag the store's tag for its content, which completes the object
 */
public record StoredPart(int number, long bytes, String tag) {}
