package tender.core.model;

import tender.core.check.ValueChecks;

/** Identifies a virtual organisation, to which users and providers belong. */
public record OrganisationId(String value) implements Comparable<OrganisationId> {
  public OrganisationId {
    ValueChecks.id(value, "An organisation's id");
  }

  @Override
  public int compareTo(OrganisationId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
