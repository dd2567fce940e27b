package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.bagfile.TaskOptions;
import tender.bagfile.TaskResources;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;
import tender.core.resource.ResourceAmounts;
import tender.support.input.InputException;

class ResourcesReaderTest {
  private static final String BAG =
      """
      version: 1
      command: ./run
      tasks: 3
      runtime: 1m
      processors: 2
      """;

  @Test
  void readsResourcesAndModules() {
    WorkOrder order =
        read(
            """
            version: 1
            command: ./run
            tasks: 3
            runtime: 1m
            resources:
              cpus: 4
              memory: [500M, 8G, 1T]
              gpus: 2
              gpu_type: a100
              scratch: 20GiB
              features: [avx512, ib]
              exclusive: true
            modules: [gcc/13.2, python]
            setup: [source env.sh]
            """);
    assertThat(order.width()).isEqualTo(4);
    assertThat(order.resources())
        .contains(
            new TaskResources(
                List.of(500, 8_192, 1 << 20), 2, "a100", 20_480, List.of("avx512", "ib"), true));
    assertThat(order.taskRequest().orElseThrow().largest().perNode())
        .isEqualTo(new ResourceAmounts(4, 1 << 20, 2, 20_480));
    assertThat(order.taskOptions().shell()).contains(TaskOptions.Shell.BASH);
    assertThat(order.taskOptions().setup())
        .containsExactly("module load gcc/13.2", "module load python", "source env.sh");
    assertThat(WorkOrderJson.read(WorkOrderJson.write(order))).isEqualTo(order);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'resources: {cpus: 2}' | resources.cpus is given, but processors is given too
          'resources: {memory: 8}' | line 6, column 21: resources.memory is 8, but must be a whole number with a unit
          'resources: {memory: [8G, 4G]}' | resources.memory[1] is "4G", but must be more than the amount before it
          'resources: {memory: []}' | resources.memory has 0 amounts
          'resources: {gpu_type: a100}' | resources.gpu_type is given, but no GPUs are requested
          'resources: {features: ["a b"]}' | resources cannot be used: A feature that a task requires is
          'resources: {exclusive: yes}' | resources.exclusive is "yes", but must be true or false
          'resources: {nodes: 2}' | resources.nodes is not supported by Tender yet
          partition: long | partition is not supported by Tender yet.\\nRemove it; the owner
          'modules: ["a; b"]' | modules[0] is "a; b", but must be the name of a module
          """)
  void explainsInvalidFields(String field, String expected) {
    assertThatThrownBy(() -> read(BAG + field + "\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(expected.replace("\\n", "\n"));
  }

  private static WorkOrder read(String text) {
    return BagFileReader.readText(text, new FilesOnDisk(Path.of(""), "none"), Clock.systemUTC())
        .order();
  }
}
