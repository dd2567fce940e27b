package tender.cli.client.response;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operators and auditors read, as the server returns it and {@code -o json} prints it. */
public final class OperatorResponses {
  private OperatorResponses() {}

  /** All users. */
  public record Users(List<User> users) {}

  /**
   * A user.
   *
   * @param access whether the user has a token or can log in
   */
  public record User(
      String user,
      String role,
      boolean access,
      BigDecimal balance,
      long bags,
      @Nullable Instant lastBag,
      List<String> organisations,
      @Nullable UserQuotas quotas) {}

  /** Quotas of one user; null where those of the market hold. */
  public record UserQuotas(
      @Nullable Long openBags,
      @Nullable Long openTasks,
      @Nullable Long storedBytes,
      @Nullable Long requestsPerSecond,
      @Nullable Long eventStreams) {}

  /** A user who was added. */
  public record AddedUser(String user, String token) {}

  /** All providers. */
  public record Providers(List<Provider> providers) {}

  /** A provider. */
  public record Provider(
      String provider, String state, int kept, int late, List<String> organisations) {}

  /** A provider that was added, with the token for its enrolment. */
  public record AddedProvider(String provider, String token) {}

  /** All certificates. */
  public record Certificates(List<Certificate> certificates) {}

  /** A certificate of an agent. */
  public record Certificate(
      String provider, String serial, String state, Instant issued, Instant expires) {}

  /** The provider of a certificate that was revoked. */
  public record RevokedCertificate(String provider) {}

  /** All accounts. */
  public record Accounts(List<Account> accounts, BigDecimal sum) {}

  /**
   * An account.
   *
   * @param creditLimit null without limit
   * @param consistent whether the balance equals the sum of the entries
   */
  public record Account(
      String account, BigDecimal balance, @Nullable BigDecimal creditLimit, boolean consistent) {}

  /** A page of bags. */
  public record OwnedBags(List<OwnedBag> bags, @Nullable String next) {}

  /** A bag and its user. */
  public record OwnedBag(String user, BagResponse bag) {}

  /** A page of the audit log. */
  public record AuditEntries(List<AuditEntry> entries, @Nullable String next) {}

  /** An entry of the audit log. */
  public record AuditEntry(
      long number,
      Instant at,
      String actor,
      String address,
      String action,
      String target,
      String result,
      String hash) {}
}
