package tender.experiments.definition;

/** A provider's cluster and the trace of its local jobs. */
public record ClusterSpec(String id, int processors, TraceSpec local) {}
