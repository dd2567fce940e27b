package tender.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tender.core.resource.NodeCluster.Group;

class MisfitTest {
  private static final NodeKind THIN = NodeKind.of("thin", new ResourceAmounts(8, 32_768, 0, 100));
  private static final NodeKind GPU =
      new NodeKind(
          "gpu",
          new ResourceAmounts(16, 16_384, 4, 0),
          "a100",
          new TreeSet<>(List.of("fast", "ib")));
  private static final NodeKind OLD =
      new NodeKind(
          "old", new ResourceAmounts(4, 8_192, 2, 0), "k80", new TreeSet<>(List.of("cheap")));
  private static final NodeCluster NORTH =
      new NodeCluster(List.of(new Group(THIN, 10), new Group(GPU, 2), new Group(OLD, 1)));

  @Test
  void suitableRequestHasNoMisfit() {
    assertThat(NORTH.misfit(request(8, 32_768, 0, 100))).isEmpty();
    assertThat(NORTH.suits(request(16, 16_384, 4, 0).withGpuType("a100").withFeature("ib")))
        .isTrue();
    assertThat(NORTH.suits(TaskRequest.onNodes(13, new ResourceAmounts(4, 8_192, 0, 0)))).isTrue();
  }

  @Test
  void tooMuchMemoryNamesMostOfCluster() {
    Misfit misfit = NORTH.misfit(request(1, 65_536, 0, 0)).orElseThrow();
    assertThat(misfit).isEqualTo(new Misfit.TooLittle(Resource.MEMORY, 65_536, 32_768, 32_768));
    assertThat(misfit.text()).isEqualTo("64 GiB memory per node requested, at most 32 GiB memory");
  }

  @Test
  void resourcesOnDifferentNodesAreNoFit() {
    Misfit misfit = NORTH.misfit(request(1, 20_000, 1, 0)).orElseThrow();
    assertThat(misfit).isEqualTo(new Misfit.TooLittle(Resource.MEMORY, 20_000, 16_384, 32_768));
    assertThat(misfit.text())
        .isEqualTo(
            "20000 MiB memory per node requested, at most 16 GiB memory"
                + " on nodes with the other requested resources");
    assertThat(NORTH.misfit(request(16, 1, 1, 1)).orElseThrow())
        .isEqualTo(new Misfit.TooLittle(Resource.SCRATCH, 1, 0, 100));
    assertThat(NORTH.misfit(request(17, 1, 0, 0)).orElseThrow())
        .isEqualTo(new Misfit.TooLittle(Resource.PROCESSORS, 17, 16, 16));
    assertThat(NORTH.misfit(request(1, 1, 5, 0)).orElseThrow())
        .isEqualTo(new Misfit.TooLittle(Resource.GPUS, 5, 4, 4));
  }

  @Test
  void missingFeatureIsNamed() {
    TaskRequest small = request(1, 1, 0, 0);
    assertThat(NORTH.misfit(small.withFeature("avx")).orElseThrow().text())
        .isEqualTo("no node has feature avx");
    assertThat(NORTH.misfit(small.withFeature("cheap").withFeature("ib")).orElseThrow())
        .isEqualTo(new Misfit.MissingFeature("ib", true));
  }

  @Test
  void missingGpuTypeIsNamed() {
    assertThat(NORTH.misfit(request(1, 1, 1, 0).withGpuType("h100")).orElseThrow().text())
        .isEqualTo("no suitable node has GPUs of type h100, only a100, k80");
    assertThat(
            NORTH
                .misfit(request(1, 1, 1, 0).withGpuType("a100").withFeature("cheap"))
                .orElseThrow()
                .text())
        .isEqualTo("no suitable node has GPUs of type a100, only k80");
  }

  @Test
  void tooFewSuitableNodesAreCounted() {
    assertThat(NORTH.misfit(TaskRequest.onNodes(4, new ResourceAmounts(1, 1, 1, 0))).orElseThrow())
        .isEqualTo(new Misfit.TooFewNodes(4, 3));
  }

  @Test
  void invalidValuesAreRejected() {
    assertThatThrownBy(() -> request(0, 1, 0, 0))
        .hasMessage("A task's number of processors per node is 0, and must be at least 1.");
    assertThatThrownBy(() -> request(1, -1, 0, 0))
        .hasMessage("The memory in MiB is -1, and must be at least 0.");
    assertThatThrownBy(() -> request(1, 1, 0, 0).withGpuType("a100"))
        .hasMessage("A task requests GPUs of type a100, but no number of GPUs.");
    assertThatThrownBy(() -> request(1, 1, 0, 0).withFeature("a b"))
        .hasMessageContaining("A feature that a task requires is 'a b' of 3 characters");
    assertThatThrownBy(() -> NodeCluster.of(THIN, 0))
        .hasMessage("The number of nodes thin is 0, and must be at least 1.");
    assertThatThrownBy(
            () ->
                new NodeCluster(List.of(new Group(THIN, 1), new Group(GPU, 1), new Group(THIN, 2))))
        .hasMessage("A cluster has two kinds of nodes with the name thin.");
    assertThatThrownBy(() -> NORTH.kindOf(13))
        .hasMessage("The cluster has no node 13: its nodes are numbered from 0 to 12.");
  }

  @Test
  void missingDataIsNamed() {
    assertThat(new Misfit.MissingDataset("genomes").text())
        .isEqualTo("does not have dataset genomes");
    assertThat(new Misfit.MissingPath("genomes", "hg38/a b").text())
        .isEqualTo("dataset genomes does not have hg38/a b");
    assertThatThrownBy(() -> new Misfit.MissingDataset("a b"))
        .hasMessageContaining("A missing dataset is 'a b'");
    assertThatThrownBy(() -> new Misfit.MissingPath("genomes", "a\u001b[1m"))
        .hasMessage("A missing path of dataset genomes contains a control character.");
    assertThatThrownBy(() -> new Misfit.MissingPath("genomes", ""))
        .hasMessageContaining("has 0 characters, and must have from 1 to 2048");
  }

  @Test
  void nodesAreNumberedByKind() {
    assertThat(NORTH.nodes()).isEqualTo(13);
    assertThat(NORTH.kindOf(9)).isEqualTo(THIN);
    assertThat(NORTH.kindOf(10)).isEqualTo(GPU);
    assertThat(NORTH.kindOf(12)).isEqualTo(OLD);
  }

  private static TaskRequest request(int processors, int memoryMib, int gpus, int scratchMib) {
    return TaskRequest.onOneNode(new ResourceAmounts(processors, memoryMib, gpus, scratchMib));
  }
}
