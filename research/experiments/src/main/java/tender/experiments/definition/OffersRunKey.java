package tender.experiments.definition;

/** What one run is a run of. */
public record OffersRunKey(SchemaSpec schema, PolicySpec policy, int seed) {
  @Override
  public String toString() {
    return schema.id() + "-" + policy.id() + "-" + seed;
  }
}
