package tender.agent.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.SiteInput;
import tender.core.resource.Misfit;

/** The dataset genomes is a link to a folder, beside which is a file that no bag may reach. */
class DatasetsTest {
  @TempDir private Path folder;
  private Path genomes;
  private Datasets datasets;

  @BeforeEach
  void create() throws IOException {
    genomes = folder.toRealPath().resolve("genomes");
    Files.createDirectories(genomes.resolve("hg38"));
    Files.writeString(genomes.resolve("hg38/chr1"), "ACGT");
    Files.writeString(folder.resolve("secret"), "secret");
    Path link = Files.createSymbolicLink(folder.resolve("link"), genomes);
    datasets = Datasets.of(Map.of("genomes", link));
  }

  private Optional<Misfit> misfit(String input) {
    return datasets.misfit(List.of(SiteInput.parse(input)));
  }

  @Test
  void inputsAreFoundWithoutLinks() throws IOException {
    Files.createSymbolicLink(genomes.resolve("latest"), Path.of("hg38"));
    assertThat(misfit("site:genomes")).isEmpty();
    assertThat(misfit("site:genomes/latest/chr1")).isEmpty();
    assertThat(datasets.resolve(SiteInput.parse("site:genomes"))).isEqualTo(genomes);
    assertThat(datasets.resolve(SiteInput.parse("site:genomes/latest/chr1")))
        .isEqualTo(genomes.resolve("hg38/chr1"));
    assertThat(datasets.misfit(List.of())).isEmpty();
  }

  @Test
  void firstMissingInputIsNamed() {
    assertThat(misfit("site:weather")).contains(new Misfit.MissingDataset("weather"));
    assertThat(misfit("site:genomes/hg39")).contains(new Misfit.MissingPath("genomes", "hg39"));
    assertThat(
            datasets.misfit(
                List.of(SiteInput.parse("site:genomes"), SiteInput.parse("site:weather"))))
        .contains(new Misfit.MissingDataset("weather"));
    assertThat(Datasets.NONE.misfit(List.of(SiteInput.parse("site:genomes"))).orElseThrow().text())
        .isEqualTo("does not have dataset genomes");
  }

  @Test
  void linkOutOfTheDatasetIsNotFollowed() throws IOException {
    Files.createSymbolicLink(genomes.resolve("file"), Path.of("../secret"));
    Files.createSymbolicLink(genomes.resolve("above"), Path.of(".."));
    // Begins with the same characters as the dataset's folder.
    Files.createDirectory(folder.resolve("genomes-old"));
    Files.createSymbolicLink(genomes.resolve("old"), Path.of("../genomes-old"));
    Files.createSymbolicLink(genomes.resolve("loop"), Path.of("loop"));
    for (String path : List.of("file", "above", "above/secret", "old", "loop")) {
      assertThat(misfit("site:genomes/" + path))
          .as(path)
          .contains(new Misfit.MissingPath("genomes", path));
      assertThatExceptionOfType(NoSuchFileException.class)
          .isThrownBy(() -> datasets.resolve(SiteInput.parse("site:genomes/" + path)));
    }
  }

  @Test
  void folderThatDisappearsIsMissing() throws IOException {
    Files.move(genomes, folder.resolve("moved"));
    assertThat(misfit("site:genomes")).contains(new Misfit.MissingDataset("genomes"));
    assertThat(misfit("site:genomes/hg38")).contains(new Misfit.MissingDataset("genomes"));
  }
}
