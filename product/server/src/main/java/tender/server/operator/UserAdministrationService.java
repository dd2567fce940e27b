package tender.server.operator;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.server.api.ApiException;
import tender.server.api.operator.ManagedUser;
import tender.server.api.operator.UserAdministration;
import tender.server.model.OwnQuotas;
import tender.server.model.Role;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.identity.RegisteredUser;
import tender.server.store.ledger.AccountId;

/** Manages users in the database. */
public final class UserAdministrationService implements UserAdministration {
  /** Names that can be in a path, and of which no two look the same. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@+-]{0,199}");

  private static final String LIST_ADVICE = "tender operator users lists all users.";

  private final Database database;
  private final Optional<Money> initialCreditLimit;

  /**
   * @param initialCreditLimit of new users; empty for that of the database
   */
  public UserAdministrationService(Database database, Optional<Money> initialCreditLimit) {
    this.database = database;
    this.initialCreditLimit = initialCreditLimit;
  }

  @Override
  public List<ManagedUser> list() {
    return mapErrors(() -> database.users().list()).stream()
        .map(UserAdministrationService::managed)
        .toList();
  }

  private static ManagedUser managed(RegisteredUser user) {
    return new ManagedUser(
        user.id(),
        user.role(),
        user.hasToken(),
        user.balance(),
        user.bags(),
        user.lastBagMillis(),
        user.organisations(),
        user.quotas());
  }

  @Override
  public String add(String name, Role role, List<OrganisationId> organisations) {
    if (!NAME.matcher(name).matches()) {
      throw ApiException.invalid(
          "The name of a user has 1 to 200 letters a to z, digits, and . _ @ + -, and begins with a"
              + " letter or digit.",
          "Choose another name.");
    }
    UserId user = new UserId(name);
    return mapErrors(
        () -> {
          String token =
              database
                  .users()
                  .create(user)
                  .orElseThrow(
                      () ->
                          ApiException.conflict(
                              "User '%s' already has access.".formatted(user),
                              "To replace a lost token, revoke the user first. A user who logs in"
                                  + " at an identity provider has no token."));
          if (initialCreditLimit.isPresent()) {
            database.ledger().setCreditLimit(AccountId.of(user), initialCreditLimit);
          }
          if (!organisations.isEmpty()) {
            database.users().setOrganisations(user, organisations);
          }
          if (role != Role.USER) {
            database.users().setRole(user, role);
          }
          return token;
        });
  }

  @Override
  public void revoke(UserId user) {
    mapErrors(() -> revokeInDatabase(user));
  }

  private boolean revokeInDatabase(UserId user) {
    requireAnotherOperator(user);
    if (!database.users().revoke(user)) {
      throw ApiException.notFound(
          "User '%s' does not exist or has no access.".formatted(user), LIST_ADVICE);
    }
    return true;
  }

  /** Two operators who revoke each other at the same time are a case for the recovery command. */
  private void requireAnotherOperator(UserId user) {
    if (database.users().isOnlyOperator(user)) {
      throw ApiException.conflict(
          "'%s' is the only operator with access.".formatted(user),
          "Make another user an operator first.");
    }
  }

  @Override
  public void setRole(UserId user, Role role) {
    mapErrors(
        () -> {
          if (role != Role.OPERATOR) {
            requireAnotherOperator(user);
          }
          return requireUser(user, database.users().setRole(user, role));
        });
  }

  @Override
  public void setOrganisations(UserId user, List<OrganisationId> organisations) {
    mapErrors(() -> requireUser(user, database.users().setOrganisations(user, organisations)));
  }

  @Override
  public void setQuotas(UserId user, OwnQuotas quotas) {
    mapErrors(() -> requireUser(user, database.users().setQuotas(user, quotas)));
  }

  static boolean requireUser(UserId user, boolean exists) {
    if (!exists) {
      throw ApiException.notFound("User '%s' does not exist.".formatted(user), LIST_ADVICE);
    }
    return true;
  }
}
