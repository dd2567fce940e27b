package tender.server.api.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.server.api.ApiException;
import tender.server.model.AuditEvent;
import tender.server.model.OwnQuotas;
import tender.server.model.Role;
import tender.server.model.UserId;

/** What operators can do, in memory and without rules; the changes are kept as text. */
public final class InMemoryOperator {
  public final List<String> changes = new CopyOnWriteArrayList<>();
  public final List<AuditReader.AuditRecord> entries = new ArrayList<>();
  private final Map<String, Role> users = new TreeMap<>();

  public OperatorApi api() {
    return new OperatorApi(new Users(), new Providers(), new Accounts(), new Bags(), new Audit());
  }

  /** Adds an entry to the log. */
  public void log(String actor, String action) {
    long number = entries.size() + 1L;
    entries.add(
        new AuditReader.AuditRecord(
            number, number * 1_000, new AuditEvent(actor, "::1", action, "/", "done"), "00"));
  }

  private final class Users implements UserAdministration {
    @Override
    public List<ManagedUser> list() {
      return users.entrySet().stream()
          .map(
              one ->
                  new ManagedUser(
                      new UserId(one.getKey()),
                      one.getValue(),
                      true,
                      Money.ZERO,
                      0,
                      OptionalLong.empty(),
                      List.of(),
                      OwnQuotas.NONE))
          .toList();
    }

    @Override
    public void setQuotas(UserId user, OwnQuotas quotas) {
      changes.add("quotas " + user + " " + quotas);
    }

    @Override
    public String add(String name, Role role, List<OrganisationId> organisations) {
      users.put(name, role);
      return "token-of-" + name;
    }

    @Override
    public void revoke(UserId user) {
      changes.add("revoke " + user);
    }

    @Override
    public void setRole(UserId user, Role role) {
      changes.add("role " + user + " " + role.text());
    }

    @Override
    public void setOrganisations(UserId user, List<OrganisationId> organisations) {
      changes.add("organisations " + user + " " + organisations);
    }
  }

  private final class Providers implements ProviderAdministration {
    @Override
    public List<ManagedProvider> list() {
      return List.of(
          new ManagedProvider(
              new ProviderId("north"),
              ManagedProvider.State.CONNECTED,
              TrackRecord.NONE,
              List.of()));
    }

    @Override
    public String add(ProviderId provider, long validMillis, List<OrganisationId> organisations) {
      changes.add("provider " + provider.value() + " " + validMillis);
      return "enrolment";
    }

    @Override
    public void revoke(ProviderId provider) {
      changes.add("revoke " + provider.value());
    }

    @Override
    public void setOrganisations(ProviderId provider, List<OrganisationId> organisations) {
      changes.add("organisations " + provider.value() + " " + organisations);
    }

    @Override
    public List<ManagedCertificate> certificates() {
      return List.of(
          new ManagedCertificate(
              new ProviderId("north"), "1f", ManagedCertificate.State.ACTIVE, 1_000, 2_000));
    }

    @Override
    public ProviderId revokeCertificate(String serial) {
      changes.add("revoke certificate " + serial);
      return new ProviderId("north");
    }
  }

  private final class Accounts implements AccountAdministration {
    @Override
    public List<ManagedAccount> list() {
      return List.of(
          new ManagedAccount(
              "user:ada", new Money(1_500), Optional.of(Money.ZERO), new Money(1_500)));
    }

    @Override
    public void deposit(String account, Money amount, String key) {
      changes.add("deposit " + account + " " + amount + " " + key);
    }

    @Override
    public void setCreditLimit(String account, Optional<Money> limit) {
      changes.add("limit " + account + " " + limit.map(Money::toString).orElse("none"));
    }

    @Override
    public void setIncome(UserId user, Money amount, long everyMillis) {
      changes.add("income " + user + " " + amount + " " + everyMillis);
    }

    @Override
    public void endIncome(UserId user) {
      changes.add("income " + user + " 0");
    }
  }

  private static final class Bags implements BagAdministration {
    @Override
    public OwnedBags list(BagFilter filter, Optional<String> cursor, int limit) {
      return new OwnedBags(List.of(), Optional.empty());
    }

    @Override
    public OwnedBag cancel(BagId bag, String reason) {
      throw ApiException.conflict("Bag " + bag + " has already ended.", "Nothing was changed.");
    }
  }

  private final class Audit implements AuditReader {
    @Override
    public List<AuditRecord> newest(Optional<String> actor, long before, int limit) {
      return entries.reversed().stream()
          .filter(one -> one.number() < before)
          .filter(one -> actor.stream().allMatch(one.event().actor()::equals))
          .limit(limit)
          .toList();
    }

    @Override
    public List<AuditRecord> after(long number, int limit) {
      return entries.stream().filter(one -> one.number() > number).limit(limit).toList();
    }
  }
}
