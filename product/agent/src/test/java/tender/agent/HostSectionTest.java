package tender.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.agent.execution.ShareSettings;
import tender.core.model.Money;
import tender.core.provider.TimeSharingTerms;

class HostSectionTest {
  @TempDir Path folder;

  @Test
  void aHostHasTermsOfItsOwn() throws IOException {
    assertThat(file("").providerSettings().shares())
        .contains(new ShareSettings(new TimeSharingTerms(new Money(1_000), new Money(100_000), 8), 5_000));
    assertThat(
            file("host: {least_bid_per_minute: 0.5, most_bid_per_minute: 20, interval_seconds: 1}")
                .providerSettings()
                .shares())
        .contains(new ShareSettings(new TimeSharingTerms(new Money(500), new Money(20_000), 8), 1_000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          host: {interval_seconds: 0}        | 'host.interval_seconds' is 0.0
          host: {least_bid_per_minute: 0}    | taken from 0 to 100
          host: {least_bid_per_minute: 0.0001} | 'host.least_bid_per_minute' is 0.0001
          host: {bidders_at_most: 0}         | At most 0 bidders
          host: {weight: 0}                  | is 0, and must be from 1 to 10000
          host: {group: "../root"}           | control group is '../root'
          host: {processors: [-1]}           | processors are [-1]
          price_per_processor_hour: 3        | 'price_per_processor_hour' is of no use at a host
          auction: {}                        | 'auction' is of no use at a host
          """)
  void refusesWhatMeansNothing(String more, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> {
              AgentConfig file = file(more);
              file.providerSettings();
              file.hostSection().orElseThrow().hostSettings();
            })
        .withMessageContaining(message);
  }

  @Test
  void theCheckSaysWhatBiddersGet() throws IOException {
    String group = "check-" + ProcessHandle.current().pid();
    List<String> said =
        AgentCheck.of(
            file("host: {user: nobody, processors: [0], memory_mb: 64, group: " + group + "}"));
    assertThat(said)
        .anyMatch(line -> line.contains("this machine, shared by control groups of version"))
        .contains(
            "  share the processors [0] among at most 8 parts of bags, by their bids",
            "  take bids from 1 to 100 credits a minute, and charge for use every 5.0 s",
            "  run tasks as nobody, each with at most 256 processes and 64 MB of memory");
  }

  private AgentConfig file(String more) throws IOException {
    return TestFiles.read(folder, "host", more);
  }
}
