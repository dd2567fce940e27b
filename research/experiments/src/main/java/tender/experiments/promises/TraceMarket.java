package tender.experiments.promises;

/**
 * A market whose clusters all live through the same log, each from another day on.
 *
 * @param trace the name of the log, without the ending of its file
 * @param processors of each cluster
 */
public record TraceMarket(String id, String title, String trace, int processors) {}
