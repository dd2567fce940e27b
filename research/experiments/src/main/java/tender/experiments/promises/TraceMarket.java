package tender.experiments.promises;

/**
 * A market whose clusters all replay the same trace, each from another start day.
 *
 * @param trace name of the trace file without its extension
 * @param processors of each cluster
 */
public record TraceMarket(String id, String title, String trace, int processors) {}
