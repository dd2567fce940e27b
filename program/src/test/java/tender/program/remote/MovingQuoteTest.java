package tender.program.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.market.view.DeskRefusal;
import tender.server.market.view.MemoryDesk;
import tender.server.market.view.PersonId;

/** A market of which every first agreement arrives, but is answered with a conflict. */
@Timeout(120)
class MovingQuoteTest extends MarketFixture {
  private final AtomicInteger agreements = new AtomicInteger();

  @Override
  MemoryDesk desk() {
    return new MemoryDesk(NOW.toEpochMilli()) {
      @Override
      public synchronized void agree(PersonId person, BagId id, long byMillis, Money price) {
        super.agree(person, id, byMillis, price);
        if (agreements.getAndIncrement() == 0) {
          throw new DeskRefusal(DeskRefusal.Kind.CONFLICT, "Nothing is asked.", "Look again.");
        }
      }
    };
  }

  @Test
  void looksAgainWhenAnAgreementComesInConflict() throws IOException {
    Cli cli = Cli.run("submit", file(), "-y", "--accept-later", "--deadline", "2030-01-01T00:30Z");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("Promised: all by 2030-01-01 01:00:00");
    assertThat(agreements).hasValue(1);
  }
}
