package tender.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.ApiException;
import tender.server.api.InMemoryBagApi;
import tender.server.model.UserId;

/** A server that accepts the first acceptance but answers with a conflict. */
@Timeout(120)
class AcceptConflictTest extends RestServerFixture {
  private final AtomicInteger acceptances = new AtomicInteger();

  @Override
  InMemoryBagApi bags() {
    return new InMemoryBagApi(NOW.toEpochMilli()) {
      @Override
      public synchronized void accept(UserId user, BagId id, long byMillis, Money price) {
        super.accept(user, id, byMillis, price);
        if (acceptances.getAndIncrement() == 0) {
          throw new ApiException(
              ApiException.Kind.CONFLICT, "No pending quote.", "Read the bag again.");
        }
      }
    };
  }

  @Test
  void readsBagAgainAfterConflict() throws IOException {
    CliRun cli =
        CliRun.run("submit", file(), "-y", "--accept-later", "--deadline", "2030-01-01T00:30Z");
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("Promised: all by 2030-01-01 01:00:00");
    assertThat(acceptances).hasValue(1);
  }
}
