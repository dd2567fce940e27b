package tender.core.model;

import tender.core.check.ValueChecks;

/** Identifies a job within one provider. */
public record JobId(String value) implements Comparable<JobId> {
  public JobId {
    ValueChecks.id(value, "A job's id");
  }

  /** Orders ids that are decimal numbers as numbers. */
  @Override
  public int compareTo(JobId other) {
    return ValueChecks.compareIds(value, other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
