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
import tender.agent.planning.ShareSettings;
import tender.core.model.Money;
import tender.core.provider.TimeSharingTerms;

class HostSectionTest {
  @TempDir Path folder;

  @Test
  void hostSettingsAreRead() throws IOException {
    assertThat(file("").providerSettings().shares())
        .contains(
            new ShareSettings(
                new TimeSharingTerms(new Money(1_000), new Money(100_000), 8), 5_000));
    assertThat(
            file("host: {min_bid_per_minute: 0.5, max_bid_per_minute: 20, charge_interval_seconds: 1}")
                .providerSettings()
                .shares())
        .contains(
            new ShareSettings(new TimeSharingTerms(new Money(500), new Money(20_000), 8), 1_000));
    assertThat(file("host: {surcharge_percent: 20}").providerSettings().shares())
        .contains(
            new ShareSettings(
                new TimeSharingTerms(new Money(1_000), new Money(100_000), 8, 20), 5_000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          host: {charge_interval_seconds: 0}        | 'host.charge_interval_seconds' is 0.0
          host: {min_bid_per_minute: 0}    | are from 0 to 100
          host: {min_bid_per_minute: 0.0001} | 'host.min_bid_per_minute' is 0.0001
          host: {max_parts: 0}         | bidders is 0
          host: {surcharge_percent: -1} | 'host.surcharge_percent' is -1
          host: {surcharge_percent: 101} | 'host.surcharge_percent' is 101
          host: {cpu_weight: 0}                  | is 0, and must be from 1 to 10000
          host: {cgroup: "../root"}           | 'host.cgroup' is '../root'
          host: {cpus: [-1]}           | 'host.cpus' is [-1]
          price_per_processor_hour: 3        | 'price_per_processor_hour' is not allowed for a host
          auction: {}                        | 'auction' is not allowed for a host
          """)
  void invalidSettingsAreRejected(String more, String message) {
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
  void checkReportsHostLimits() throws IOException {
    String group = "check-" + ProcessHandle.current().pid();
    List<String> lines =
        AgentCheck.of(
            file(
                "host: {task_user: nobody, cpus: [0], max_memory_mb: 64, surcharge_percent: 20, cgroup: "
                    + group
                    + "}"));
    assertThat(lines)
        .anyMatch(line -> line.contains("this machine, shared by control groups of version"))
        .contains(
            "  share the processors [0] among at most 8 parts, by their bids",
            "  accept bids from 1 to 100 credits per minute, and charge every 5.0 s",
            "  add 20 % to the charges of users who share no organisation with this host",
            "  run tasks as nobody, each with at most 256 processes and 64 MB of memory");
  }

  private AgentConfig file(String more) throws IOException {
    return TestFiles.read(folder, "host", more);
  }
}
