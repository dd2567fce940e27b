package tender.nextflow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A task of the pipeline that was handed to the broker. */
final class SubmittedTask {
  /** Written by run-task when the command has ended, unless the provider has stopped it. */
  static final String EXIT = ".tender.exit";

  private final Path folder;
  private final Request request;
  private volatile boolean cancelled;
  private volatile boolean exited;
  private volatile Optional<Failure> failure = Optional.empty();

  /** Why the task has ended without an exit code of its own. */
  record Failure(int exitCode, String reason) {}

  SubmittedTask(Path folder, Request request) {
    this.folder = folder;
    this.request = request;
  }

  Path folder() {
    return folder;
  }

  Request request() {
    return request;
  }

  /** The exit code, once the command has ended. */
  Optional<Integer> exitCode() throws IOException {
    Path file = folder.resolve(EXIT);
    return Files.exists(file)
        ? Optional.of(Integer.parseInt(Files.readString(file).strip()))
        : Optional.empty();
  }

  boolean hasEnded() {
    if (!exited) {
      // Once it exists, the shared file system is not asked again.
      exited = Files.exists(folder.resolve(EXIT));
    }
    return exited || failure.isPresent() || cancelled;
  }

  void fail(int exitCode, String reason) {
    if (!hasEnded()) {
      failure = Optional.of(new Failure(exitCode, reason));
    }
  }

  Optional<Failure> failure() {
    return failure;
  }

  /** The result is not wanted any more. If the task has not begun, it will not. */
  void cancel() throws IOException {
    if (!hasEnded()) {
      cancelled = true;
      Files.writeString(folder.resolve(EXIT), "143\n");
    }
  }

  boolean isCancelled() {
    return cancelled;
  }
}
