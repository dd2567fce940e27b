package tender.agent.tasks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.files.BagInputs;
import tender.agent.files.InputLinks;
import tender.bagfile.TaskCommand;
import tender.bagfile.TaskLines;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.bagfile.WorkOrder;

/**
 * Creates the folders of an array's tasks, with their commands, and the files that describe the
 * array.
 */
public record ChunkWriter(WorkFolder workFolder, BagInputs inputs) {
  /** The exit code of a command whose container cannot be started, as in other programs. */
  private static final int CONTAINER_FAILURE_CODE = 125;

  /** Returns the chunk's folder. */
  public Path write(PartIdentity part, WorkOrder order, TaskChunk chunk) throws IOException {
    PartFolder folder = part.folder();
    InputLinks links = InputLinks.of(workFolder.inputsFolder(part.bag()));
    TaskCommand command = order.taskCommand();
    TaskOptions options = order.taskOptions();
    UnaryOperator<String> script =
        folder
            .containerFailure()
            .<UnaryOperator<String>>map(reason -> _ -> failing(reason))
            .orElse(options::script);
    int count = order.taskList().tasks();
    Optional<String> common = chunk.hasPilots() ? command.sameText().map(script) : Optional.empty();
    if (common.isPresent()) {
      for (ChunkTask task : chunk.tasks()) {
        folder.prepare(task.taskIndex());
        links.createIn(folder.taskFolder(task.taskIndex()));
      }
    } else if (order.taskList() instanceof TaskList.Lines list && command.needsLine()) {
      try (TaskLines lines = inputs.lines(part.bag(), list, folder.path().resolve("lines"))) {
        for (ChunkTask task : chunk.tasks()) {
          String text = command.text(task.listIndex(), lines.line(task.listIndex()));
          prepare(folder, task, script.apply(text), links);
        }
      }
    } else {
      for (ChunkTask task : chunk.tasks()) {
        prepare(folder, task, script.apply(command.text(task.listIndex())), links);
      }
    }
    return chunk.hasPilots()
        ? folder.writeChunk(
            chunk.name(), count, chunk.tasks(), chunk.pilots().orElseThrow(), common)
        : folder.writeChunk(chunk.name(), count, chunk.tasks());
  }

  /** Runs in place of a command whose image cannot be used, so that the user gets the reason. */
  private static String failing(String reason) {
    return "printf '%%s\\n' %s >&2\nexit %d\n"
        .formatted(TaskCommand.shellQuoted(reason), CONTAINER_FAILURE_CODE);
  }

  private static void prepare(PartFolder folder, ChunkTask task, String text, InputLinks links)
      throws IOException {
    folder.prepare(task.taskIndex(), text);
    links.createIn(folder.taskFolder(task.taskIndex()));
  }
}
