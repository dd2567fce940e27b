package tender.protocol;

import java.util.Optional;
import java.util.TreeSet;
import tender.core.resource.Misfit;
import tender.core.resource.Resource;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;
import tender.protocol.v1.Wire;

/** Encodes and decodes what tasks request, and why a request fits nowhere. */
final class ResourceCodec {
  private ResourceCodec() {}

  static Wire.TaskRequest encode(TaskRequest request) {
    ResourceAmounts perNode = request.perNode();
    return Wire.TaskRequest.newBuilder()
        .setProcessorsPerNode(perNode.processors())
        .setMemoryMib(perNode.memoryMib())
        .setGpus(perNode.gpus())
        .setScratchMib(perNode.scratchMib())
        .setNodes(request.nodes())
        .setGpuType(request.gpuType())
        .addAllFeatures(request.features())
        .setExclusive(request.exclusive())
        .setRetryMemoryMib(request.retryMemoryMib())
        .build();
  }

  static TaskRequest decode(Wire.TaskRequest wire) {
    ProtocolLimits.requireMaxEntries(wire.getFeaturesCount(), "features");
    return new TaskRequest(
        new ResourceAmounts(
            wire.getProcessorsPerNode(), wire.getMemoryMib(), wire.getGpus(), wire.getScratchMib()),
        wire.getNodes(),
        wire.getGpuType(),
        new TreeSet<>(wire.getFeaturesList()),
        wire.getExclusive(),
        wire.getRetryMemoryMib());
  }

  static Wire.Misfit encode(Misfit misfit) {
    Wire.Misfit.Builder wire = Wire.Misfit.newBuilder();
    switch (misfit) {
      case Misfit.MissingFeature missing ->
          wire.setMissingFeature(
              Wire.MissingFeature.newBuilder()
                  .setFeature(missing.feature())
                  .setOnOtherNodes(missing.onOtherNodes()));
      case Misfit.MissingGpuType missing ->
          wire.setMissingGpuType(
              Wire.MissingGpuType.newBuilder()
                  .setGpuType(missing.gpuType())
                  .addAllAvailable(missing.available()));
      case Misfit.TooLittle little ->
          wire.setTooLittle(
              Wire.TooLittle.newBuilder()
                  .setResource(little.resource().name())
                  .setRequested(little.requested())
                  .setSuitableMost(little.suitableMost())
                  .setClusterMost(little.clusterMost()));
      case Misfit.TooFewNodes few ->
          wire.setTooFewNodes(
              Wire.TooFewNodes.newBuilder()
                  .setRequested(few.requested())
                  .setSuitable(few.suitable()));
      case Misfit.NodesNotManaged() ->
          wire.setNodesNotManaged(Wire.NodesNotManaged.getDefaultInstance());
      case Misfit.MissingDataset(String dataset) ->
          wire.setMissingDataset(Wire.MissingDataset.newBuilder().setDataset(dataset));
      case Misfit.MissingPath(String dataset, String path) ->
          wire.setMissingPath(Wire.MissingPath.newBuilder().setDataset(dataset).setPath(path));
      case Misfit.MissingResultFolder(String folder) ->
          wire.setMissingResultFolder(Wire.MissingResultFolder.newBuilder().setFolder(folder));
    }
    return wire.build();
  }

  /** Empty for a reason of a newer version. */
  static Optional<Misfit> decode(Wire.Misfit wire) {
    return switch (wire.getReasonCase()) {
      case MISSING_FEATURE ->
          Optional.of(
              new Misfit.MissingFeature(
                  wire.getMissingFeature().getFeature(),
                  wire.getMissingFeature().getOnOtherNodes()));
      case MISSING_GPU_TYPE -> {
        Wire.MissingGpuType missing = wire.getMissingGpuType();
        ProtocolLimits.requireMaxEntries(missing.getAvailableCount(), "types of GPUs");
        yield Optional.of(
            new Misfit.MissingGpuType(
                missing.getGpuType(), new TreeSet<>(missing.getAvailableList())));
      }
      case TOO_LITTLE -> {
        Wire.TooLittle little = wire.getTooLittle();
        yield Optional.of(
            new Misfit.TooLittle(
                Resource.valueOf(little.getResource()),
                little.getRequested(),
                little.getSuitableMost(),
                little.getClusterMost()));
      }
      case TOO_FEW_NODES ->
          Optional.of(
              new Misfit.TooFewNodes(
                  wire.getTooFewNodes().getRequested(), wire.getTooFewNodes().getSuitable()));
      case NODES_NOT_MANAGED -> Optional.of(new Misfit.NodesNotManaged());
      case MISSING_DATASET ->
          Optional.of(new Misfit.MissingDataset(wire.getMissingDataset().getDataset()));
      case MISSING_PATH ->
          Optional.of(
              new Misfit.MissingPath(
                  wire.getMissingPath().getDataset(), wire.getMissingPath().getPath()));
      case MISSING_RESULT_FOLDER ->
          Optional.of(new Misfit.MissingResultFolder(wire.getMissingResultFolder().getFolder()));
      case REASON_NOT_SET -> Optional.empty();
    };
  }
}
