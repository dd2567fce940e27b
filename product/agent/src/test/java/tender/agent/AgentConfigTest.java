package tender.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tender.agent.batch.BatchSystem;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.batch.process.ProcessBatchSystem;
import tender.agent.estimate.LinkBandwidth;
import tender.agent.files.InputCacheSettings;
import tender.agent.pilot.PilotSettings;
import tender.agent.planning.ProviderSettings;
import tender.agent.planning.PublishSettings;
import tender.core.estimate.LinkRates;
import tender.support.doctor.CheckResult;

class AgentConfigTest {
  @TempDir private Path folder;

  /** Settings of an owner, and the resulting values in milliseconds and thousandths. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {source: users}                                  | 0      | 300000 | 1250
          {source: own}                                    | 310000 | 300000 | 1250
          {source: own, max_profiler_seconds: 0, margin: 1}    | 10000  | 0      | 1000
          {source: own, max_profiler_seconds: 1.5, margin: 2}  | 11500  | 1500   | 2000
          """)
  void estimateSettingsAreRead(
      String estimates, long estimateMillis, long profilerMillis, int marginPermille)
      throws IOException {
    ProviderSettings settings = file("estimates: " + estimates).providerSettings();
    assertThat(settings.terms().estimateTimeoutMillis()).isEqualTo(estimateMillis);
    assertThat(settings.estimates().profilerMillis()).isEqualTo(profilerMillis);
    assertThat(settings.estimates().marginPermille()).isEqualTo(marginPermille);
  }

  @Test
  void containersAreAWordOrASection() throws IOException {
    assertThat(file("containers: podman").containers().orElseThrow().runtime()).hasValue("podman");
    var section = file("containers: {registries: [docker.io], cache_gigabytes: 5}").containers();
    assertThat(section.orElseThrow().registries()).hasValue(List.of("docker.io"));
    assertThat(section.orElseThrow().cacheGigabytes()).hasValue(5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file("containers: {engine: podman}"))
        .withMessageContaining("unknown setting 'engine'");
  }

  @Test
  void inputCacheHasLimits() throws IOException {
    assertThat(InputCacheSection.DEFAULTS.settings())
        .isEqualTo(new InputCacheSettings(30, 20_000_000_000L));
    assertThat(file("input_cache: {days: 1}").inputCache().orElseThrow().settings())
        .isEqualTo(new InputCacheSettings(1, 20_000_000_000L));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file("input_cache: {days: 0}").validate())
        .withMessageContaining("'input_cache.days' is 0");
  }

  @Test
  void linkHasRatesAndASwitch() throws IOException {
    LinkBandwidth.Settings link =
        file("link: {fetch_megabytes_per_second: 1.5, transfer_time: false}")
            .link()
            .orElseThrow()
            .settings();
    assertThat(link.initial()).isEqualTo(new LinkRates(1_500_000, 10_000_000));
    assertThat(link.includesTransfers()).isFalse();
    assertThat(LinkSection.DEFAULTS.settings().includesTransfers()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", ".nan", "1e7"})
  void invalidLinkRatesAreErrors(String rate) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file("link: {send_megabytes_per_second: " + rate + "}").validate())
        .withMessageContaining("'link.send_megabytes_per_second'");
  }

  @Test
  void datasetsAreFoldersByName() throws IOException {
    Path genomes = Files.createDirectory(folder.resolve("genomes"));
    AgentConfig config = file("datasets: {genomes: " + genomes + "}");
    assertThat(config.datasets().orElseThrow().folders()).containsEntry("genomes", genomes);
    assertThat(DatasetsSection.datasets(config).describe())
        .isEqualTo("let all tasks read the datasets genomes");
    assertThat(file("").datasets()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {Genomes: /data}     | 'datasets' contains 'Genomes'. The dataset's name is 'Genomes', and must have
          {'../x': /data}      | 'datasets' contains '../x'
          {a: data}            | 'datasets.a' is 'data', and must be an absolute path
          {a: /}               | 'datasets.a' is '/', and must be an absolute path
          {a: '/data/a:b'}     | 'datasets.a' is '/data/a:b', and must be an absolute path
          {a: }                | 'datasets.a' is 'null', and must be an absolute path
          {a: /no/such/folder} | 'datasets.a' is '/no/such/folder', which does not exist. Correct it, or remove
          {a: /etc/passwd}     | which is not a folder
          {a: FOLDER}          | which contains, or is in, the agent's folder
          [a]                  | datasets
          """)
  void otherDatasetsAreRefused(String datasets, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                DatasetsSection.datasets(
                    file("datasets: " + datasets.replace("FOLDER", folder.toString()))))
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {source: mine}                          | 'estimates.source' is 'mine', and must be users or own
          {margin: 1.5}                          | 'estimates.source' is missing: set it to users or own
          {source: own, max_profiler_seconds: -1}     | 'estimates.max_profiler_seconds' is -1.0
          {source: own, margin: 0.9}              | 'estimates.margin' is 0.9, and must be from 1 to 100
          """)
  void invalidSettingsAreRejected(String estimates, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file("estimates: " + estimates).providerSettings())
        .withMessageContaining(message);
  }

  @Test
  void auctionIsDisabledByDefault() throws IOException {
    assertThat(file("").providerSettings().publish()).isEmpty();
    assertThat(file("auction: {}").providerSettings().publish())
        .contains(new PublishSettings(5_000, 3_600_000));
    assertThat(
            file("auction: {publish_interval_seconds: 2, lookahead_seconds: 60}")
                .providerSettings()
                .publish())
        .contains(new PublishSettings(2_000, 60_000));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file("auction: {publish_interval_seconds: 11}").providerSettings())
        .withMessageContaining(
            "'auction.publish_interval_seconds' is 11.0, and must be at most 10");
  }

  @Test
  void pilotsRunTasksBelowOneMinuteByDefault() throws IOException {
    assertThat(file("").providerSettings().execution().pilots())
        .isEqualTo(new PilotSettings(60_000, 3_600_000));
    assertThat(
            file("pilots: {max_task_seconds: 0, max_pilot_seconds: 90}")
                .providerSettings()
                .execution()
                .pilots())
        .isEqualTo(new PilotSettings(0, 90_000));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file("pilots: {max_pilot_seconds: 0}").providerSettings())
        .withMessageContaining("'pilots.max_pilot_seconds' is 0.0");
    assertThat(AgentCheck.of(file("")))
        .anyMatch(line -> line.contains("run tasks of less than 60 s with pilots"));
  }

  @Test
  void checkReportsProfilers() throws IOException {
    assertThat(AgentCheck.of(file(""))).anyMatch(line -> line.contains("run no profilers"));
    assertThat(AgentCheck.of(file("estimates: {source: own, max_profiler_seconds: 90}")))
        .anyMatch(line -> line.contains("run a bag's profiler for at most 90 s"));
    assertThat(AgentCheck.of(file("estimates: {source: own, max_profiler_seconds: 0}")))
        .anyMatch(line -> line.contains("learn run times from similar tasks"));
  }

  @ParameterizedTest
  @CsvSource({"'', 1000", "speed: 1.0, 1000", "speed: 0.001, 1", "speed: 1e3, 1000000"})
  void speedIsRead(String speed, int permille) throws IOException {
    assertThat(file(speed).providerSettings().estimates().speedPermille()).hasValue(permille);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "0.0005", "1000.001", "1.2345", "fast", "1e999999999"})
  void invalidSpeedIsRejected(String speed) throws IOException {
    AgentConfig config = file("speed: " + speed);
    assertThatIllegalArgumentException()
        .isThrownBy(config::providerSettings)
        .withMessageContaining(
            "'speed' is '" + speed + "', and must be learned or a number from 0.001 to");
  }

  @Test
  void checkReportsSpeed() throws IOException {
    assertThat(AgentCheck.of(file("speed: 0.85")))
        .anyMatch(line -> line.contains("plan with processors of speed 0.85"));
    assertThat(AgentCheck.of(file("speed: learned")))
        .anyMatch(line -> line.contains("of speed 1,") && line.contains("until it is measured"));
    Files.createDirectories(folder.resolve("state"));
    Files.writeString(folder.resolve("state/speed.json"), "{\"runsPermille\":[400,420,380]}");
    assertThat(AgentCheck.of(file("speed: learned")))
        .anyMatch(line -> line.contains("of speed 0.4,") && line.contains("as measured"));
  }

  @Test
  void rootIsReported() throws IOException {
    BatchSystem batch =
        new ProcessBatchSystem(new WorkFolder(folder.resolve("work").toAbsolutePath()), 1);

    assertThat(CheckWarnings.lines(file(""), batch, "root", CheckResult.ok("yes")))
        .hasSize(2)
        .last()
        .asString()
        .contains("The agent runs as root", "account of its own");
    assertThat(CheckWarnings.lines(file(""), batch, "tender", CheckResult.ok("yes"))).isEmpty();
    assertThat(
            CheckWarnings.lines(
                file(""), batch, "tender", CheckResult.warning("it is late", "Fix it.")))
        .anyMatch(line -> line.contains("it is late. Fix it."));
  }

  @Test
  void slurmOptionsAreRead() throws IOException {
    String slurm =
        "slurm: {partition: main, account: market, qos: low, extra_options: [\"--mem=1G\"]}";
    assertThat(TestFiles.read(folder, "slurm", slurm).slurm().orElseThrow().options().arguments())
        .containsExactly("--account=market", "--qos=low", "--mem=1G");
    assertThat(
            TestFiles.read(folder, "slurm", "slurm: {partition: main}")
                .slurm()
                .orElseThrow()
                .options()
                .arguments())
        .isEmpty();
  }

  private AgentConfig file(String more) throws IOException {
    return TestFiles.read(folder, "processes", more);
  }
}
