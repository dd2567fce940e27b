package tender.core.share;

/** Identifies a virtual organisation, to which users and resources belong. */
public record OrganisationId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
