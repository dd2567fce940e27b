package tender.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokenProtocolsTest {
  @TempDir Path scratch;

  @ParameterizedTest
  @CsvSource({
    "UnfencedWrites, AtMostOneResult",
    "UnfencedWritesLeaveWork, NothingForNobody",
    "UnfencedResults, OnlyTheOwnersResult",
    "ForgottenReleases, NoneOutlivesItsLease",
    "RevivedLeases, SameAnswerAgain",
    "RevivedLeasesOverbook, CapacityNotTwice",
    "EarlyPromises, PromiseIsWhole",
  })
  void byTheirInvariant(String broken, String invariant) throws Exception {
    assertCaught(broken, TlcRunner.INVARIANT_VIOLATED, "Invariant " + invariant + " is violated.");
  }

  /** TLC does not name properties of whole behaviours; each file has one. */
  @ParameterizedTest
  @CsvSource({
    "UnfencedWritesBringRowsBack, Action property RowsNeverReturn is violated.",
    "LostForEver, Temporal properties were violated.",
  })
  void byTheirProperty(String broken, String complaint) throws Exception {
    assertCaught(broken, TlcRunner.PROPERTY_VIOLATED, complaint);
  }

  private void assertCaught(String broken, int exitCode, String complaint) throws Exception {
    TlcRunner.TlcResult outcome = TlcRunner.check("broken/" + broken + ".cfg", scratch);

    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(exitCode);
    assertThat(outcome.output()).contains("Error: " + complaint);
  }
}
