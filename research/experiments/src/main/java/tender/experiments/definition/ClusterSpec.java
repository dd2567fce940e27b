package tender.experiments.definition;

/** A provider's cluster and what its local users hand in. */
public record ClusterSpec(String id, int processors, TraceSpec local) {}
