package tender.agent.execution;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.PilotArray;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.files.BagInputs;
import tender.agent.files.InputLinks;
import tender.core.model.BagId;
import tender.bagfile.TaskCommand;
import tender.bagfile.TaskLines;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;

/** Makes the folders of an array's tasks, with their commands, and says what the array runs. */
final class ChunkWriter {
  private final WorkFolder folders;
  private final BagInputs inputs;

  ChunkWriter(WorkFolder folders, BagInputs inputs) {
    this.folders = folders;
    this.inputs = inputs;
  }

  /** Returns the chunk's folder. */
  Path write(
      PartExecution part,
      WorkOrder order,
      String chunk,
      List<ChunkTask> tasks,
      Optional<PilotArray> pilots)
      throws IOException {
    BagId bag = part.id.call().bag();
    InputLinks links = InputLinks.of(folders.inputsFolder(bag));
    TaskCommand command = TaskCommand.of(order.command(), order.taskList());
    int count = order.taskList().tasks();
    Optional<String> alike = pilots.isPresent() ? command.sameText() : Optional.empty();
    if (alike.isPresent()) {
      for (ChunkTask task : tasks) {
        part.folder.prepare(task.taskIndex());
        links.createIn(part.folder.taskFolder(task.taskIndex()));
      }
    } else if (order.taskList() instanceof TaskList.Lines list && command.needsLine()) {
      try (TaskLines lines = inputs.lines(bag, list, part.folder.path().resolve("lines"))) {
        for (ChunkTask task : tasks) {
          String text = command.text(task.listIndex(), lines.line(task.listIndex()));
          prepare(part.folder, task, text, links);
        }
      }
    } else {
      for (ChunkTask task : tasks) {
        prepare(part.folder, task, command.text(task.listIndex()), links);
      }
    }
    return pilots.isPresent()
        ? part.folder.writeChunk(chunk, count, tasks, pilots.get(), alike)
        : part.folder.writeChunk(chunk, count, tasks);
  }

  private static void prepare(PartFolder part, ChunkTask task, String text, InputLinks links)
      throws IOException {
    part.prepare(task.taskIndex(), text);
    links.createIn(part.taskFolder(task.taskIndex()));
  }
}
