package tender.experiments.definition;

/** Identifies one run. */
public record OffersRunKey(SchemaSpec schema, PolicySpec policy, int seed) {
  @Override
  public String toString() {
    return schema.id() + "-" + policy.id() + "-" + seed;
  }
}
