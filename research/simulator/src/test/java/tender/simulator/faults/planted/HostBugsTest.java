package tender.simulator.faults.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ShareAccount;
import tender.simulator.faults.checks.Invariant;
import tender.simulator.faults.seed.FaultScenario;

/** Bugs of a restarted host that shares its time among bids are found. */
final class HostBugsTest {
  private static final int MAX_SEEDS = 1_000;

  @Test
  void forgottenChargesAreFound() {
    assertFound(
        Invariant.PAID_ONCE,
        inAccounts(
            "charges-not-restored",
            "A restarted host forgets what it has charged for its parts.",
            account ->
                new ShareAccount(
                    account.bidSequence(),
                    account.bidPerMinute(),
                    Money.ZERO,
                    account.usedProcessorMillis(),
                    account.settledMillis(),
                    account.surchargePercent())));
  }

  @Test
  void forgottenBidIsFound() {
    assertFound(
        Invariant.SAME_ANSWER,
        inAccounts(
            "bid-sequence-not-restored",
            "A restarted host forgets the number of the last bid, so that an old bid counts.",
            account ->
                new ShareAccount(
                    0,
                    account.bidPerMinute(),
                    account.charged(),
                    account.usedProcessorMillis(),
                    account.settledMillis(),
                    account.surchargePercent())));
  }

  private static void assertFound(Invariant invariant, PlantedBug bug) {
    Optional<PlantedBugSearch.Detection> found =
        PlantedBugSearch.first(bug, FaultScenario.HOSTS, 0, MAX_SEEDS);
    assertThat(found).as(bug.name()).isPresent();
    assertThat(found.get().invariant()).as(bug.name()).isEqualTo(invariant);
  }

  private static PlantedBug inAccounts(
      String name, String description, UnaryOperator<ShareAccount> bug) {
    return PlantedBug.inRestart(
        PlantedBug.Component.RESTART,
        name,
        description,
        recovered ->
            RestartBugs.withEachReservation(
                recovered,
                record ->
                    new ReservationRecord(
                        record.id(),
                        record.lastAnswer(),
                        record
                            .part()
                            .map(
                                part ->
                                    part.shareAccount()
                                        .map(account -> part.withShareAccount(bug.apply(account)))
                                        .orElse(part)),
                        record.updatedMillis())));
  }
}
