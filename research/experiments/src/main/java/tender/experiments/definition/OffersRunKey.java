package tender.experiments.definition;

import tender.experiments.run.RunKey;

/** Identifies one run. */
public record OffersRunKey(SchemaSpec schema, PolicySpec policy, int seed) implements RunKey {
  @Override
  public String toString() {
    return schema.id() + "-" + policy.id() + "-" + seed;
  }

  public String cells() {
    return schema.id() + "," + policy.id() + "," + seed;
  }
}
