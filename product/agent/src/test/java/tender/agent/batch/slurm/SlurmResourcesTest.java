package tender.agent.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.ClusterNodes;
import tender.agent.batch.NodeAllocation;
import tender.core.resource.ResourceAmounts;

class SlurmResourcesTest {
  private static final String NODES =
      """
      n1|4|2000|(null)|(null)|0|idle
      n2|4|2000|(null)|(null)|0|mixed
      n3|4|8000|large,avx512|gpu:a100:2(S:0-1)|500|allocated
      n4|4|2000|(null)|(null)|0|down*
      n5|4|2000|(null)|(null)|0|drained
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "(null);0;''",
        "gpu:2;2;''",
        "gpu;1;''",
        "gpu:a100:2(S:0-1);2;a100",
        "gpu:a100:2(S:0,2),gpu:k80:1;3;''",
        "gres:gpu:1;1;''",
        "gres/gpu:a100:4;4;a100",
        "bandwidth:lustre:4G;0;''",
        "N/A;0;''"
      })
  void gpusAreCounted(String text, int count, String type) {
    assertThat(SlurmResources.gpus(text)).isEqualTo(new SlurmResources.Gpus(count, type));
  }

  @ParameterizedTest
  @CsvSource({"100,100", "100M,100", "8G,8192", "1.50G,1536", "512K,1", "1T,1048576"})
  void memoryIsInMib(String text, long mib) {
    assertThat(SlurmResources.mib(text)).isEqualTo(mib);
  }

  @Test
  void unknownMemoryIsRejected() {
    assertThatThrownBy(() -> SlurmResources.mib("many")).isInstanceOf(BatchSystemException.class);
  }

  @Test
  void allocationIsPerNode() {
    assertThat(
            SlurmResources.allocation(
                "cpu=8,mem=3000M,node=2,billing=8", "gres:gpu:1", false, List.of("n1", "n2")))
        .isEqualTo(
            new NodeAllocation(new ResourceAmounts(4, 1_500, 1, 0), 2, false, List.of("n1", "n2")));
    assertThat(SlurmResources.allocation("cpu=3,mem=1G,node=2,gres/gpu=2", "N/A", true, List.of()))
        .isEqualTo(new NodeAllocation(new ResourceAmounts(2, 512, 1, 0), 2, true, List.of()));
  }

  @Test
  void usableNodesAreGroupedByKind() {
    ClusterNodes nodes = SlurmNodes.read(NODES, true, 100).orElseThrow();
    assertThat(nodes.names()).containsExactly("n1", "n2", "n3");
    assertThat(nodes.cluster().groups()).hasSize(2);
    assertThat(nodes.cluster().kindOf(1).total()).isEqualTo(new ResourceAmounts(4, 2_000, 0, 0));
    assertThat(nodes.cluster().kindOf(2).total()).isEqualTo(new ResourceAmounts(4, 8_000, 2, 500));
    assertThat(nodes.cluster().kindOf(2).gpuType()).isEqualTo("a100");
    assertThat(nodes.cluster().kindOf(2).features()).containsExactly("avx512", "large");
    assertThat(nodes.cluster().defaultMemoryMib()).isEqualTo(100);
  }

  @Test
  void equalNodesWithoutMemorySchedulingAreOnlyProcessors() {
    String equal = "n1|4|2000|(null)|(null)|0|idle\nn2|4|2000|(null)|(null)|0|idle\n";
    assertThat(SlurmNodes.read(equal, false, 0)).isEmpty();
    assertThat(SlurmNodes.read(equal, true, 0)).isPresent();
    assertThat(SlurmNodes.read(NODES, false, 0)).isPresent();
  }

  @Test
  void defaultMemoryIsThatOfTheMostSpecificSetting() {
    Map<String, String> cluster = Map.of("DefMemPerCPU", "100");
    Map<String, String> partition = Map.of("DefMemPerNode", "200");
    Map<String, String> none = Map.of("DefMemPerNode", "UNLIMITED", "DefMemPerCPU", "0");
    SlurmOptions options =
        new SlurmOptions(Optional.empty(), Optional.empty(), List.of("--mem-per-cpu=3g"));
    assertThat(DefaultMemory.mibPerProcessor(cluster, partition, options)).contains(3_072);
    assertThat(DefaultMemory.mibPerProcessor(cluster, partition, SlurmOptions.NONE)).contains(200);
    assertThat(DefaultMemory.mibPerProcessor(cluster, none, SlurmOptions.NONE)).contains(100);
    assertThat(DefaultMemory.mibPerProcessor(none, none, SlurmOptions.NONE)).isEmpty();
  }
}
