package tender.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class BrokenProtocolsTest {
  @TempDir Path scratch;

  @ParameterizedTest
  @CsvSource({
    "UnfencedWrites, AtMostOneResult",
    "UnfencedWritesOrphanWork, NoOrphanedWork",
    "UnfencedResults, OnlyOwnersResult",
    "ForgottenReleases, RefusedIsNotHeld",
    "RevivedLeases, SameAnswer",
    "RevivedLeasesOverbook, CapacityRespected",
    "EarlyPromises, PromiseFullyCommitted",
  })
  void brokenProtocolViolatesItsInvariant(String broken, String invariant) throws Exception {
    assertViolated(
        broken, TlcRunner.INVARIANT_VIOLATED, "Invariant " + invariant + " is violated.");
  }

  /** TLC does not name temporal properties, so each file has only one. */
  @ParameterizedTest
  @CsvSource({
    "UnfencedWritesRevertRows, Action property RowsNeverRevert is violated.",
    "NoFairness, Temporal properties were violated.",
  })
  void brokenProtocolViolatesItsProperty(String broken, String error) throws Exception {
    assertViolated(broken, TlcRunner.PROPERTY_VIOLATED, error);
  }

  private void assertViolated(String broken, int exitCode, String error) throws Exception {
    TlcRunner.TlcResult outcome = TlcRunner.check("broken/" + broken + ".cfg", scratch);

    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(exitCode);
    assertThat(outcome.output()).contains("Error: " + error);
  }
}
