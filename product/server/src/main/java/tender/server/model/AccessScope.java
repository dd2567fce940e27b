package tender.server.model;

/** What a token allows. Each scope includes those before it. The names are stored. */
public enum AccessScope {
  /** To look at bags, results, the market and the account. */
  READ,
  /** To submit, accept, cancel, retry and delete bags too. */
  SUBMIT,
  /** To create and revoke access tokens too. */
  ADMIN;

  /** Whether this scope allows what needs the other one. */
  public boolean includes(AccessScope other) {
    return compareTo(other) >= 0;
  }
}
