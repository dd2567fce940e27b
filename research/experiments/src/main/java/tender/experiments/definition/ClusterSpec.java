package tender.experiments.definition;

import java.util.function.UnaryOperator;

/** A provider's cluster and the trace of its local jobs. */
public record ClusterSpec(String id, int processors, TraceSpec local) {
  ClusterSpec withLocal(UnaryOperator<TraceSpec> change) {
    return new ClusterSpec(id, processors, change.apply(local));
  }
}
