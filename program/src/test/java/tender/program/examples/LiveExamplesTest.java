package tender.program.examples;

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
import tender.agent.AgentFile;
import tender.agent.provider.ProviderSettings;
import tender.cli.bagfile.BagDraft;
import tender.cli.bagfile.BagFileReader;
import tender.server.ServerFile;
import tender.work.InputFile;
import tender.work.RelativePath;
import tender.work.SettingsFile;

/** The examples are read by what reads them live, and tell every setting there is. */
class LiveExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "examples", "live");

  @TempDir private Path folder;

  @Test
  void theServersFileIsRead() throws IOException {
    ServerFile file = SettingsFile.read(EXAMPLES.resolve("server.yaml"), ServerFile.class);

    assertThat(file.database()).startsWith("jdbc:postgresql://");
    assertThat(file.people()).isEmpty();
  }

  @Test
  void theServersFileTellsEverySetting() throws IOException {
    ServerFile all = SettingsFile.read(uncommented("server.yaml"), ServerFile.class);

    assertThat(all.people()).contains("127.0.0.1:7480");
    assertThat(all.policy()).contains("earliest");
    assertThat(untold("server.yaml", ServerFile.class)).isEmpty();
  }

  @Test
  void theAgentsFileIsRead() throws IOException {
    AgentFile file = SettingsFile.read(EXAMPLES.resolve("agent.yaml"), AgentFile.class);

    assertThat(file.provider()).isEqualTo("north");
    assertThat(file.slurm().map(AgentFile.SlurmPart::partition)).contains("batch");
  }

  @Test
  void theAgentsFileTellsEverySetting() throws IOException {
    AgentFile all = SettingsFile.read(uncommented("agent.yaml"), AgentFile.class);

    assertThat(all.slurm().flatMap(AgentFile.SlurmPart::configuration)).isPresent();
    assertThat(untold("agent.yaml", AgentFile.class)).isEmpty();
  }

  /** But for those of which the default is nothing that could be written. */
  @Test
  void whatTheAgentsFileShowsAreTheDefaults() throws IOException {
    ProviderSettings without =
        SettingsFile.read(EXAMPLES.resolve("agent.yaml"), AgentFile.class).provided();
    ProviderSettings shown =
        SettingsFile.read(uncommented("agent.yaml"), AgentFile.class).provided();

    assertThat(shown)
        .usingRecursiveComparison()
        .ignoringFields("processorsAtMost", "promisesKept", "publishes", "terms.planning")
        .isEqualTo(without);
  }

  @Test
  void theSweepIsRead() {
    BagDraft bag = bag("pi-sweep.yaml");

    assertThat(bag.order().tasks()).isEqualTo(40);
    assertThat(bag.order().inputs())
        .singleElement()
        .matches(input -> input.path().equals(new RelativePath("pi.py")));
  }

  @Test
  void theLinesAreRead() {
    assertThat(bag("each-line.yaml").order().tasks()).isEqualTo(4);
  }

  @Test
  void theAnimationIsRead() {
    BagDraft bag = bag("../povray/bag.yaml");

    assertThat(bag.order().tasks()).isEqualTo(60);
    assertThat(bag.order().profiler()).isPresent();
    assertThat(bag.order().inputs()).filteredOn(InputFile::executable).hasSize(2);
  }

  private static BagDraft bag(String name) {
    return BagFileReader.read(EXAMPLES.resolve(name).toString(), Clock.systemUTC());
  }

  /** The example with every setting that it only shows. */
  private Path uncommented(String name) throws IOException {
    String text = Files.readString(EXAMPLES.resolve(name));
    return Files.writeString(folder.resolve(name), text.replaceAll("(?m)^( *)#(\\w+:)", "$1$2"));
  }

  private List<String> untold(String name, Class<? extends Record> settings) throws IOException {
    String text = Files.readString(uncommented(name));
    return Arrays.stream(Optional.ofNullable(settings.getRecordComponents()).orElseThrow())
        .map(RecordComponent::getName)
        .map(setting -> setting.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
        .filter(setting -> !text.contains("\n" + setting + ":"))
        .toList();
  }
}
