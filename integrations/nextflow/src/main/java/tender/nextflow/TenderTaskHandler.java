package tender.nextflow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import nextflow.exception.ProcessException;
import nextflow.executor.BashWrapperBuilder;
import nextflow.processor.TaskHandler;
import nextflow.processor.TaskRun;
import nextflow.processor.TaskStatus;

/** A task of the pipeline as Nextflow follows it. Its state is read from files in its folder. */
final class TenderTaskHandler extends TaskHandler {
  private final Broker broker;
  private final SubmittedTask submitted;
  private final Path folder;

  TenderTaskHandler(TaskRun task, Broker broker, long defaultTimeMillis) {
    super(task);
    this.broker = broker;
    folder = task.getWorkDir();
    submitted = new SubmittedTask(folder, Request.of(task, defaultTimeMillis));
  }

  @Override
  public void prepareLauncher() {
    new BashWrapperBuilder(getTask()).build();
  }

  @Override
  public void submit() {
    broker.submit(submitted);
    setStatus(TaskStatus.SUBMITTED);
  }

  @Override
  public boolean checkIfRunning() {
    boolean begun =
        isSubmitted() && (Files.exists(folder.resolve(TaskRun.CMD_START)) || submitted.hasEnded());
    if (begun) {
      setStatus(TaskStatus.RUNNING);
    }
    return begun;
  }

  @Override
  public boolean checkIfCompleted() {
    if (!isRunning() || !submitted.hasEnded()) {
      return false;
    }
    TaskRun task = getTask();
    try {
      Optional<Integer> exitCode = submitted.exitCode();
      if (exitCode.isPresent()) {
        task.setExitStatus(exitCode.get());
      } else if (submitted.failure().isPresent()) {
        task.setExitStatus(submitted.failure().get().exitCode());
        task.setError(new ProcessException(submitted.failure().get().reason()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    task.setStdout(folder.resolve(TaskRun.CMD_OUTFILE));
    task.setStderr(folder.resolve(TaskRun.CMD_ERRFILE));
    setStatus(TaskStatus.COMPLETED);
    return true;
  }

  @Override
  public void kill() {
    try {
      submitted.cancel();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
