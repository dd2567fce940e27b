package tender.server.model;

/** The quotas of each user. */
@FunctionalInterface
public interface QuotaLookup {
  UserQuotas of(UserId user);
}
