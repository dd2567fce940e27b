package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.SiteInput;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;

class SiteInputReaderTest {
  private static final Digest DIGEST = Digest.of(new byte[] {1});

  private static WorkOrder read(String inputs) {
    String text = "{version: 1, command: sleep 1, runtime: 1s, tasks: 1, inputs: " + inputs + "}";
    var files =
        new NamedFiles(
            List.of(
                new NamedFiles.NamedFile("run.sh", DIGEST, /* bytes= */ 3, 1),
                new NamedFiles.NamedFile("hg38/list", DIGEST, /* bytes= */ 3, 1)));
    return BagFileReader.readText(text, files, Clock.systemUTC()).order();
  }

  @Test
  void siteInputsAreNotUploaded() {
    WorkOrder order = read("['site:genomes/hg38/chr 1', run.sh, 'site:weather.v2']");
    assertThat(order.inputs())
        .extracting(InputFile::path)
        .containsExactly(new RelativePath("run.sh"));
    assertThat(order.digests()).containsExactly(DIGEST);
    assertThat(order.neededSiteInputs())
        .containsExactly(
            new SiteInput("genomes", Optional.of(new RelativePath("hg38/chr 1"))),
            new SiteInput("weather.v2", Optional.empty()));
    assertThat(order.neededSiteInputs())
        .extracting(SiteInput::name)
        .containsExactly("chr 1", "weather.v2");
    assertThat(order.datasets()).containsExactly("genomes", "weather.v2");
    assertThat(read("[run.sh]").neededSiteInputs()).isEmpty();
    assertThat(read("[run.sh]").datasets()).isEmpty();
  }

  @Test
  void jsonHasTheFieldOnlyIfGiven() {
    assertThat(json(read("[run.sh]"))).doesNotContain("siteInputs");
    WorkOrder order = read("['site:genomes/hg38', 'site:a']");
    assertThat(json(order)).contains("\"siteInputs\":[\"site:genomes/hg38\",\"site:a\"]");
    assertThat(WorkOrderJson.read(WorkOrderJson.write(order))).isEqualTo(order);
    assertThat(order.withoutDigests()).isEqualTo(order);
    assertThat(order.withProfiler("./p").neededSiteInputs()).isEqualTo(order.neededSiteInputs());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'site:'                          | inputs[0] cannot be used: The dataset's name is ''
          'site:Genomes'                   | The dataset's name is 'Genomes', and must have from 1 to 64 lower-case letters
          'site:..'                        | The dataset's name is '..'
          'site:-a'                        | The dataset's name is '-a'
          'site:/etc'                      | The dataset's name is ''
          'site:a//etc'                    | must be relative
          'site:a/'                        | A path is empty
          'site:a/../b'                    | no segment may be empty, '.' or '..'
          'site:a/b/..'                    | no segment may be empty, '.' or '..'
          'site:a/./b'                     | no segment may be empty, '.' or '..'
          "site:a/b\\tc"                   | contains unprintable characters
          "site:a/b\\0c"                   | NUL
          'site:a/b\\c'                    | must not contain a backslash
          'site:../b'                      | Write "site:DATASET" or "site:DATASET/PATH", for example site:genomes/hg38
          'site:a/x', 'site:b/x'           | Inputs 'site:a/x' and 'site:b/x' would both be 'x'
          'site:a', 'site:a'               | Inputs 'site:a' and 'site:a' would both be 'a'
          run.sh, 'site:a/run.sh'          | Inputs 'run.sh' and 'site:a/run.sh' would both be 'run.sh'
          hg38/list, 'site:genomes/hg38'   | Inputs 'hg38/list' and 'site:genomes/hg38' would both be 'hg38'
          'site:a', absent                 | inputs[1]
          """)
  void otherSiteInputsAreRefused(String inputs, String message) {
    assertThatThrownBy(() -> read("[" + inputs + "]")).hasMessageContaining(message);
  }

  @Test
  void hostileJsonIsRefused() {
    String json = json(read("['site:genomes/hg38']"));
    for (String other : List.of("site:genomes/../x", "genomes", "site:a/\\u001b[1m")) {
      assertThatThrownBy(
              () ->
                  WorkOrderJson.read(
                      json.replace("site:genomes/hg38", other).getBytes(StandardCharsets.UTF_8)))
          .hasMessageContaining("siteInputs[0]");
    }
  }

  private static String json(WorkOrder order) {
    return new String(WorkOrderJson.write(order), StandardCharsets.UTF_8);
  }
}
