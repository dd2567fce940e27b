package tender.server.api.operator;

/** What operators and auditors can do. Every method of its parts may throw an ApiException. */
public record OperatorApi(
    UserAdministration users,
    ProviderAdministration providers,
    AccountAdministration accounts,
    BagAdministration bags,
    AuditReader audit) {}
