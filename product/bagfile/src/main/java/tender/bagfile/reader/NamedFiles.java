package tender.bagfile.reader;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.support.text.InputChecks;

/**
 * The files of a bag that the user has chosen in a browser. A browser often knows only the last
 * name of a file, so that suffices to find it.
 */
public final class NamedFiles implements BagFiles {
  /** By path, so that many inputs among many files are found in linear time. */
  private final Map<String, NamedFile> files = new HashMap<>();

  /**
   * A chosen file.
   *
   * @param path its path, or only its last name
   * @param lines the number of its lines, as {@link tender.bagfile.TaskLines} counts them
   */
  public record NamedFile(String path, Digest digest, long bytes, int lines) {}

  /** Of several files with the same path, the first is used. */
  public NamedFiles(List<NamedFile> chosen) {
    chosen.forEach(file -> files.putIfAbsent(file.path(), file));
  }

  @Override
  public TaskList.Lines lines(String path) {
    NamedFile file = find(path);
    InputFile.requireUploadable(path, file.bytes());
    return new TaskList.Lines(file.digest(), file.lines());
  }

  /** The content of a chosen file is not known, only its digest. */
  @Override
  public TaskList.Zip rows(String path) {
    throw new IllegalArgumentException(
        "Rows of a CSV file can be submitted only with the command line. Use tender submit, or each_line.");
  }

  @Override
  public Inputs inputs(List<String> paths) {
    return new Inputs(
        paths.stream()
            .map(
                path -> {
                  NamedFile file = find(path);
                  InputFile.requireUploadable(path, file.bytes());
                  return new InputFile(new RelativePath(path), file.digest(), file.bytes(), false);
                })
            .toList(),
        List.of());
  }

  @Override
  public String advice() {
    return "Choose the file beside the bag file. For folders, use tender submit.";
  }

  private NamedFile find(String path) {
    String lastName = path.substring(path.lastIndexOf('/') + 1);
    return Optional.ofNullable(files.get(path))
        .or(() -> Optional.ofNullable(files.get(lastName)))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The file " + InputChecks.quoted(path) + " is not chosen."));
  }
}
