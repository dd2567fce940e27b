package tender.app.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.AgentConfig;
import tender.agent.SlurmSection;
import tender.agent.planning.ProviderSettings;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.reader.BagDraft;
import tender.bagfile.reader.LocalBag;
import tender.server.ServerConfig;
import tender.support.config.YamlConfigReader;

/** The example files can be read, and document every key of the configuration. */
class LiveExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "..", "examples", "live");

  @TempDir private Path folder;

  @Test
  void readsServerFile() throws IOException {
    ServerConfig file = YamlConfigReader.read(EXAMPLES.resolve("server.yaml"), ServerConfig.class);

    assertThat(file.database()).startsWith("jdbc:postgresql://");
    assertThat(file.restAddress()).isEmpty();
  }

  @Test
  void serverFileDocumentsEveryKey() throws IOException {
    ServerConfig all = YamlConfigReader.read(uncommented("server.yaml"), ServerConfig.class);

    assertThat(all.restAddress()).contains("127.0.0.1:7480");
    assertThat(all.policy()).contains("earliest");
    assertThat(undocumented("server.yaml", ServerConfig.class)).isEmpty();
  }

  @Test
  void readsAgentFile() throws IOException {
    AgentConfig file = YamlConfigReader.read(EXAMPLES.resolve("agent.yaml"), AgentConfig.class);

    assertThat(file.provider()).isEqualTo("north");
    assertThat(file.slurm().map(SlurmSection::partition)).contains("batch");
  }

  @Test
  void agentFileDocumentsEveryKey() throws IOException {
    AgentConfig all = YamlConfigReader.read(uncommented("agent.yaml"), AgentConfig.class);

    assertThat(all.slurm().flatMap(SlurmSection::configFile)).isPresent();
    assertThat(undocumented("agent.yaml", AgentConfig.class)).isEmpty();
  }

  /** Except for keys whose default cannot be written in the file. */
  @Test
  void agentFileShowsDefaults() throws IOException {
    ProviderSettings without =
        YamlConfigReader.read(EXAMPLES.resolve("agent.yaml"), AgentConfig.class).providerSettings();
    ProviderSettings shown =
        YamlConfigReader.read(uncommented("agent.yaml"), AgentConfig.class).providerSettings();

    assertThat(shown)
        .usingRecursiveComparison()
        .ignoringFields(
            "maxProcessors",
            "mode",
            "promiseReliability",
            "publish",
            "terms.planningPolicy",
            "execution.resultFolders")
        .isEqualTo(without);
  }

  @Test
  void readsSweep() {
    BagDraft bag = bag("pi-sweep.yaml");

    assertThat(bag.order().tasks()).isEqualTo(40);
    assertThat(bag.order().inputs())
        .singleElement()
        .matches(input -> input.path().equals(new RelativePath("pi.py")));
  }

  @Test
  void readsLines() {
    assertThat(bag("each-line.yaml").order().tasks()).isEqualTo(4);
  }

  @Test
  void readsRows() {
    assertThat(bag("each-row.yaml").order().taskCommand().text(2)).startsWith("echo 'Porto' '8'");
  }

  @Test
  void readsAnimation() {
    BagDraft bag = bag("../povray/bag.yaml");

    assertThat(bag.order().tasks()).isEqualTo(60);
    assertThat(bag.order().profiler()).isPresent();
    assertThat(bag.order().inputs()).filteredOn(InputFile::executable).hasSize(2);
  }

  private static BagDraft bag(String name) {
    return LocalBag.read(EXAMPLES.resolve(name).toString(), Clock.systemUTC()).draft();
  }

  /** The example with all commented-out keys enabled. */
  private Path uncommented(String name) throws IOException {
    String text = Files.readString(EXAMPLES.resolve(name));
    return Files.writeString(folder.resolve(name), text.replaceAll("(?m)^( *)#(\\w+:)", "$1$2"));
  }

  private List<String> undocumented(String name, Class<? extends Record> settings)
      throws IOException {
    String text = Files.readString(uncommented(name));
    return Arrays.stream(Optional.ofNullable(settings.getRecordComponents()).orElseThrow())
        .map(RecordComponent::getName)
        .map(setting -> setting.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
        .filter(setting -> !text.contains("\n" + setting + ":"))
        .toList();
  }
}
