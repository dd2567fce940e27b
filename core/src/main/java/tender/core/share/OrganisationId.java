package tender.core.share;

/** Names a virtual organisation, of which users and resources are part. */
public record OrganisationId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
