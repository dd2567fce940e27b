package tender.experiments.definition;

/** What one run is a run of. */
public record RunKey(Schema schema, Policy policy, int seed) {
  @Override
  public String toString() {
    return schema.id() + "-" + policy.id() + "-" + seed;
  }
}
