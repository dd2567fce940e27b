package tender.bagfile.reader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.TaskLines;
import tender.bagfile.TaskList;
import tender.bagfile.inputs.InputTree;
import tender.bagfile.inputs.LocalPack;
import tender.support.text.InputChecks;

/** The files of a bag in the folder of its bag file, with their contents by digest. */
final class FilesOnDisk implements BagFiles {
  private final Path base;
  private final String advice;
  private final List<InputTree.Entry> added;
  private final Map<Digest, Path> contents = new LinkedHashMap<>();
  private List<LocalPack> packs = List.of();

  /**
   * The files in a folder.
   *
   * @param advice what to do about a file that cannot be used
   */
  FilesOnDisk(Path base, String advice) {
    this(base, advice, List.of());
  }

  /**
   * The files in a folder, and other inputs.
   *
   * @param advice what to do about a file that cannot be used
   * @param added inputs besides those with given paths
   */
  FilesOnDisk(Path base, String advice, List<InputTree.Entry> added) {
    this.base = base;
    this.advice = advice;
    this.added = List.copyOf(added);
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
  public Inputs inputs(List<String> paths) throws IOException {
    InputTree tree = InputTree.collect(base, paths);
    packs = tree.packs();
    List<InputTree.Entry> entries = new ArrayList<>(tree.entries());
    entries.addAll(added);
    entries.forEach(entry -> contents.put(entry.file().digest(), entry.onDisk()));
    return new Inputs(
        entries.stream().map(InputTree.Entry::file).toList(),
        packs.stream().map(LocalPack::pack).toList());
  }

  @Override
  public String advice() {
    return advice;
  }

  Map<Digest, Path> contents() {
    return contents;
  }

  List<LocalPack> packs() {
    return packs;
  }
}
