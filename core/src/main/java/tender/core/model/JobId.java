package tender.core.model;

/** Names a job within one provider. */
public record JobId(String value) implements Comparable<JobId> {
  public JobId {
    ValueChecks.id(value, "A job's id");
  }

  /** Ids that are decimal numbers order as numbers. */
  @Override
  public int compareTo(JobId other) {
    return ValueChecks.compareIds(value, other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
