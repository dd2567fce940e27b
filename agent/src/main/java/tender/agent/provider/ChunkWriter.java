package tender.agent.provider;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.ChunkTask;
import tender.agent.batch.PartFolder;
import tender.agent.batch.Pilots;
import tender.agent.batch.TaskFolders;
import tender.agent.files.BagInputs;
import tender.agent.files.InputLinks;
import tender.core.model.BagId;
import tender.work.TaskCommand;
import tender.work.TaskLines;
import tender.work.TaskList;
import tender.work.WorkOrder;

/** Makes the folders of an array's tasks, with their commands, and says what the array runs. */
final class ChunkWriter {
  private final TaskFolders folders;
  private final BagInputs inputs;

  ChunkWriter(TaskFolders folders, BagInputs inputs) {
    this.folders = folders;
    this.inputs = inputs;
  }

  /** Returns the chunk's folder. */
  Path write(
      PartAtSite part,
      WorkOrder order,
      String chunk,
      List<ChunkTask> tasks,
      Optional<Pilots> pilots)
      throws IOException {
    BagId bag = part.id.call().bag();
    InputLinks links = InputLinks.to(folders.inputs(bag));
    TaskCommand command = TaskCommand.of(order.command(), order.taskList());
    int count = order.taskList().tasks();
    Optional<String> alike = pilots.isPresent() ? command.sameText() : Optional.empty();
    if (alike.isPresent()) {
      for (ChunkTask task : tasks) {
        part.folder.prepare(task.task());
        links.makeIn(part.folder.task(task.task()));
      }
    } else if (order.taskList() instanceof TaskList.Lines list && command.needsLine()) {
      try (TaskLines lines = inputs.lines(bag, list, part.folder.folder().resolve("lines"))) {
        for (ChunkTask task : tasks) {
          String text = command.text(task.number(), lines.line(task.number()));
          prepare(part.folder, task, text, links);
        }
      }
    } else {
      for (ChunkTask task : tasks) {
        prepare(part.folder, task, command.text(task.number()), links);
      }
    }
    return pilots.isPresent()
        ? part.folder.writeChunk(chunk, count, tasks, pilots.get(), alike)
        : part.folder.writeChunk(chunk, count, tasks);
  }

  private static void prepare(PartFolder part, ChunkTask task, String text, InputLinks links)
      throws IOException {
    part.prepare(task.task(), text);
    links.makeIn(part.task(task.task()));
  }
}
