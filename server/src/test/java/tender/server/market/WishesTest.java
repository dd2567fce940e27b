package tender.server.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.core.message.Message;
import tender.core.model.Money;
import tender.server.market.view.Wish;

class WishesTest {
  private static final Wish PLAIN = new Wish(OptionalLong.of(5_000), Optional.empty(), true);
  private static final Message.Bidder BIDDER = new Message.Bidder(Optional.of(new Money(2_000)));
  private static final Wish SHARED =
      new Wish(OptionalLong.of(1_000), Optional.of(new Money(9_000)), false)
          .sharing(Optional.of(BIDDER));

  @Test
  void aBagThatSharedSharesAgainWithWhatIsLeft() {
    Wish again = Wishes.again(PLAIN, SHARED, new Money(2_500));
    assertThat(again.bidder()).contains(BIDDER);
    assertThat(again.budget()).contains(new Money(6_500));
    assertThat(again.deadlineMillis()).hasValue(5_000);
    assertThat(again.ask()).isTrue();
  }

  @Test
  void anotherBudgetCounts() {
    Wish wish = new Wish(OptionalLong.empty(), Optional.of(new Money(100)), false);
    assertThat(Wishes.again(wish, SHARED, Money.ZERO).budget()).contains(new Money(100));
  }

  @Test
  void withNothingLeftThereIsNoBudgetToBidWith() {
    assertThat(Wishes.again(PLAIN, SHARED, new Money(9_000)).budget()).isEmpty();
  }

  @Test
  void whatDidNotShareIsAsItWasWished() {
    assertThat(Wishes.again(PLAIN, PLAIN, Money.ZERO)).isEqualTo(PLAIN);
  }
}
