package tender.server.store.ledger;

import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.model.UserId;

/** Names an account in the books. */
public record AccountId(String value) {
  /** From which money comes that an operator gives out. */
  public static final AccountId MARKET = new AccountId("market");

  private static final String PERSON = "person:";
  private static final String HELD = "held:";

  public static AccountId of(UserId person) {
    return new AccountId(PERSON + person.value());
  }

  public static AccountId of(ProviderId provider) {
    return new AccountId("provider:" + provider.value());
  }

  /** What is set aside for a bag. */
  public static AccountId holdFor(BagId bag) {
    return new AccountId(HELD + bag.value());
  }

  public boolean isHold() {
    return value.startsWith(HELD);
  }

  @Override
  public String toString() {
    return value;
  }
}
