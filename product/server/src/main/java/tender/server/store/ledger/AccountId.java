package tender.server.store.ledger;

import tender.core.model.ProviderId;
import tender.server.model.ProjectId;
import tender.server.model.UserId;

/** Identifies an account of the ledger. */
public record AccountId(String value) {
  /** The source of money that an operator deposits. */
  public static final AccountId MARKET = new AccountId("market");

  private static final String USER = "user:";
  private static final String HOLD = "hold:";

  public static AccountId of(UserId user) {
    return new AccountId(USER + user.value());
  }

  public static AccountId of(ProviderId provider) {
    return new AccountId("provider:" + provider.value());
  }

  public static AccountId of(ProjectId project) {
    return new AccountId("project:" + project.value());
  }

  public boolean isHold() {
    return value.startsWith(HOLD);
  }

  @Override
  public String toString() {
    return value;
  }
}
