package tender.experiments.rescheduling;

import java.util.ArrayList;
import java.util.List;
import tender.experiments.claims.PaperClaim;

/** The claims on rescheduling under every reading, side by side. */
final class ReadingsTable {
  private ReadingsTable() {}

  /** Rows of cells; the first row is the heading. */
  static List<List<String>> rows(ReschedulingSummary summary) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("reading", "", "ours", "verdict"));
    for (ReschedulingReading reading : ReschedulingReading.values()) {
      for (PaperClaim claim : claims(summary, reading)) {
        rows.add(
            List.of(reading.title(), claim.id(), claim.ourResult(), claim.verdict().toString()));
      }
    }
    return rows;
  }

  /** The load of power changes nothing for equal clusters, so only the last claim, C5, depends. */
  private static List<PaperClaim> claims(ReschedulingSummary summary, ReschedulingReading reading) {
    List<PaperClaim> claims = ReschedulingClaims.onRescheduling(summary.under(reading));
    return reading.loadsPower() ? List.of(claims.getLast()) : claims;
  }
}
