package tender.experiments.definition;

/** A provider's cluster and what its local users hand in. */
public record ClusterUse(String id, int processors, TraceUse local) {}
