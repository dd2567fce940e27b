package tender.experiments.definition;

import tender.workload.trace.DeadlineSchema;

/** A way of giving deadlines to jobs, with its name in figures. */
public record SchemaSpec(String id, String title, DeadlineSchema deadlines) {}
