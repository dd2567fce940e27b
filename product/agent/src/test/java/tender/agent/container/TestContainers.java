package tender.agent.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.bagfile.Container;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.bagfile.WorkOrder;

/** Work orders with containers. */
final class TestContainers {
  private TestContainers() {}

  /** A work order whose tasks run in the image of an archive, which is its only input. */
  static WorkOrder order(Path archive) throws IOException {
    var path = new RelativePath(archive.getFileName().toString());
    return order(
        Container.ofArchive(path),
        List.of(new InputFile(path, Digest.of(archive), Files.size(archive), false)));
  }

  static WorkOrder order(Container container, List<InputFile> inputs) {
    return new WorkOrder(
            WorkOrder.VERSION,
            "a bag",
            "true",
            new TaskList.Count(1),
            Optional.empty(),
            inputs,
            List.of(),
            1,
            1_000,
            0,
            Optional.empty())
        .withOptions(TaskOptions.DEFAULT.withContainer(container));
  }
}
