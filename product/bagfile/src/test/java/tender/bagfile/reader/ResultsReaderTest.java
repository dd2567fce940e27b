package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tender.bagfile.ResultOptions;
import tender.bagfile.SiteResults;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;
import tender.support.input.InputException;

class ResultsReaderTest {
  private static WorkOrder read(String more) {
    String text = "version: 1\ncommand: ./run\ntasks: 3\nruntime: 1m\n" + more;
    return BagFileReader.readText(text, new FilesOnDisk(Path.of(""), "none"), Clock.systemUTC())
        .order();
  }

  @ParameterizedTest
  @CsvSource({"500K, 512000", "20M, 20971520", "2 GiB, 2147483648", "1T, 1099511627776"})
  void readsTheExpectedSizeOfOutputs(String size, long bytes) {
    assertThat(read("output_size: " + size).resultOptions())
        .isEqualTo(new ResultOptions(bytes, Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"20", "2.5G", "-1M", "lots", "1025T", "999999999T"})
  void otherSizesAreErrors(String size) {
    assertThatThrownBy(() -> read("output_size: " + size))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("output_size")
        .hasMessageContaining("the expected size of one task's outputs");
  }

  @Test
  void jsonHasTheFieldOnlyIfGiven() {
    assertThat(json(read(""))).doesNotContain("results");
    WorkOrder order = read("output_size: 1K");
    assertThat(json(order)).contains("\"results\":{\"expectedBytes\":1024}");
    assertThat(WorkOrderJson.read(WorkOrderJson.write(order))).isEqualTo(order);
    assertThat(order.withoutDigests()).isEqualTo(order);
    assertThat(order.withProfiler("./p").resultOptions()).isEqualTo(order.resultOptions());
  }

  @Test
  void readsWhereOutputsStay() {
    ResultOptions options = read("outputs: [a]\nresults: site:scratch/run 1").resultOptions();
    assertThat(options.site()).contains(SiteResults.parse("site:scratch/run 1"));
    assertThat(options.site().orElseThrow().folder()).isEqualTo("scratch");
    WorkOrder order = read("outputs: [a]\noutput_size: 1K\nresults: site:scratch");
    assertThat(json(order))
        .contains("\"results\":{\"expectedBytes\":1024,\"site\":\"site:scratch\"}");
    assertThat(WorkOrderJson.read(WorkOrderJson.write(order))).isEqualTo(order);
    assertThat(order.resultOptions().deliveredBytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"scratch", "site:../etc", "site:scratch/../x", "site:scratch/", "site:Up"})
  void otherPlacesAreErrors(String results) {
    assertThatThrownBy(() -> read("outputs: [a]\nresults: " + results))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("results")
        .hasMessageContaining("site:scratch/run1");
  }

  @Test
  void resultsWithoutOutputsAreAnError() {
    assertThatThrownBy(() -> read("results: site:scratch"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("outputs is not");
  }

  private static String json(WorkOrder order) {
    return new String(WorkOrderJson.write(order), StandardCharsets.UTF_8);
  }
}
