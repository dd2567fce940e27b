package tender.bagfile.reader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.InputTree;
import tender.bagfile.TaskLines;
import tender.bagfile.TaskList;
import tender.support.text.InputChecks;

/** The files of a bag in the folder of its bag file, with their contents by digest. */
final class FilesOnDisk implements BagFiles {
  private final Path base;
  private final String advice;
  private final Map<Digest, Path> contents = new LinkedHashMap<>();

  /**
   * The files in a folder.
   *
   * @param advice what to do about a file that cannot be used
   */
  FilesOnDisk(Path base, String advice) {
    this.base = base;
    this.advice = advice;
  }

  @Override
  public TaskList.Lines lines(String name) throws IOException {
    Path path = regularFile(name);
    InputFile.requireUploadable(name, Files.size(path));
    try (TaskLines lines = TaskLines.open(path)) {
      Digest digest = Digest.of(path);
      contents.put(digest, path);
      return new TaskList.Lines(digest, lines.tasks());
    }
  }

  @Override
  public TaskList.Zip rows(String name) throws IOException {
    return RowsReader.read(name, regularFile(name));
  }

  private Path regularFile(String name) {
    try {
      Path path = base.resolve(name);
      if (Files.isRegularFile(path)) {
        return path;
      }
      if (Files.isDirectory(path)) {
        throw new IllegalArgumentException(
            InputChecks.quoted(name) + " is a folder. Give a text file with a line for each task.");
      }
      if (Files.exists(path)) {
        throw new IllegalArgumentException(InputChecks.quoted(name) + " is not a regular file.");
      }
    } catch (InvalidPathException _) {
      // The same error as for a path without a file.
    }
    throw new IllegalArgumentException(
        "File %s does not exist in %s. Check the name."
            .formatted(InputChecks.quoted(name), base.toAbsolutePath()));
  }

  @Override
  public List<InputFile> inputs(List<String> paths) throws IOException {
    InputTree tree = InputTree.collect(base, paths);
    tree.entries().forEach(entry -> contents.put(entry.file().digest(), entry.onDisk()));
    return tree.files();
  }

  @Override
  public String advice() {
    return advice;
  }

  Map<Digest, Path> contents() {
    return contents;
  }
}
