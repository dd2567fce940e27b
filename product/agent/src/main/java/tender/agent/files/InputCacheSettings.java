package tender.agent.files;

/**
 * How much of the inputs that were fetched is kept for later bags.
 *
 * @param days without use, after which a file is deleted
 * @param maxBytes of all files; the longest unused are deleted first
 */
public record InputCacheSettings(int days, long maxBytes) {}
