package tender.app.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.support.json.WireNames;

/**
 * Pins the names and shapes of all JSON that the server stores in PostgreSQL and the agent in its
 * state folder. A change that fails here would make stored data unreadable: give the old name on
 * the right side of a line in {@code wire-names.txt}, or write a migration and then update the
 * golden file with {@code -Dtender.golden.update=true}.
 */
class StoredFormatTest {
  private static final Path GOLDEN = Path.of("src/test/resources/stored-format.txt");

  /**
   * Something that is stored.
   *
   * @param place the table and column, or the file in the agent's state folder
   */
  private record Stored(String place, String className) {}

  private static final List<Stored> ALL_STORED =
      List.of(
          new Stored("bag.state", "tender.core.metascheduler.state.BagState"),
          new Stored(
              "bag_offers.content of replies",
              "tender.core.metascheduler.state.PlacementState$VersionedReply"),
          new Stored(
              "bag_offers.content of unused offers, a list", "tender.core.compose.UnusedOffer"),
          new Stored("bag_history.effect", "tender.core.metascheduler.state.BagEffect"),
          new Stored("outbox.message and disclosures.log", "tender.core.message.Message"),
          new Stored("pack.outcomes, a list", "tender.bagfile.results.TaskOutcome"),
          new Stored("bag.summary", "tender.server.model.BagSummary"),
          new Stored("submission.requirements", "tender.server.model.Requirements"),
          new Stored("submission.listed_work", "tender.server.model.ListedWork"),
          new Stored("clearing.content", "tender.server.model.ClearingView"),
          new Stored("the journal", "tender.core.provider.state.ReservationRecord"),
          new Stored("the learned slack", "tender.core.promise.Slack"),
          new Stored("estimates", "tender.agent.estimate.TaskTimeEstimate"),
          new Stored("run times", "tender.agent.estimate.LearnedRunTimes$StoredRunTimes"),
          new Stored("speed.json", "tender.core.estimate.SpeedEstimate"),
          new Stored("link.json", "tender.agent.estimate.LinkBandwidth$Measured"),
          new Stored("owner-page.json", "tender.agent.owner.OwnerPageAccess$StoredAccess"),
          new Stored("capacity.json", "tender.agent.owner.CapacitySetting"),
          new Stored("earnings.json", "tender.agent.owner.EarningsLog$StoredEarnings"),
          new Stored("disclosures.log", "tender.agent.owner.DisclosureLog$DeliveredFiles"),
          new Stored("disclosures.log", "tender.agent.owner.DisclosureLog$EstimateUsed"),
          new Stored("disclosures.log", "tender.agent.owner.DisclosureLog$ReportedFailures"),
          new Stored("disclosures.log", "tender.agent.owner.DisclosureLog$SentKeptOutput"));

  @Test
  void storedFormatEqualsGoldenFile() throws Exception {
    String format = describeAll(new StoredFormat(WireNames.load()));
    if (Boolean.getBoolean("tender.golden.update")) {
      Files.writeString(GOLDEN, format);
    }
    assertThat(format).isEqualTo(golden());
  }

  @Test
  void everyListedTypeIsStored() throws Exception {
    WireNames names = WireNames.load();
    var format = new StoredFormat(names);
    describeAll(format);
    assertThat(names.classNames()).containsExactlyInAnyOrderElementsOf(format.classNames());
  }

  @Test
  void wireNamesOfATypeAreDistinct() {
    WireNames names = WireNames.load();
    for (String type : names.classNames()) {
      assertThat(names.of(loaded(type)).members().values()).as(type).doesNotHaveDuplicates();
    }
  }

  private static String describeAll(StoredFormat format) {
    ALL_STORED.forEach(stored -> format.describe(stored.place(), loaded(stored.className())));
    return format.text();
  }

  private static Class<?> loaded(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError("wire-names.txt lists " + name + ", which does not exist.", e);
    }
  }

  private static String golden() throws IOException {
    return Files.readString(GOLDEN);
  }
}
