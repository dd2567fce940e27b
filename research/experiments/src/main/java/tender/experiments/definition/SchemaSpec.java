package tender.experiments.definition;

import tender.workload.trace.DeadlineSchema;

/** A deadline schema and its title in figures. */
public record SchemaSpec(String id, String title, DeadlineSchema deadlines) {}
