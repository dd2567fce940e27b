package tender.bagfile.reader;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import tender.bagfile.Digest;
import tender.support.input.ParsedInput;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bag whose bag file and input files are on this machine.
 *
 * @param files the files that the work order names, by digest
 */
public record LocalBag(BagDraft draft, Map<Digest, Path> files) {
  /** The name, in errors, of the fields that are not from a file. */
  public static final String OPTIONS = "options";

  public LocalBag {
    files = Map.copyOf(files);
  }

  /**
   * Reads a bag file, or standard input if its name is {@code -}. Paths in the file are relative to
   * the file's folder.
   */
  public static LocalBag read(String file, Clock clock) {
    ParsedInput<BagFile> input = ParsedInput.read(file, BagFile.class);
    Path parent = file.equals("-") ? null : Path.of(file).toAbsolutePath().getParent();
    return read(
        input,
        new FilesOnDisk(
            parent == null ? Path.of("") : parent,
            "Give files and folders in or below the folder of this file."),
        clock);
  }

  /**
   * A bag without a bag file, from the same fields. Paths are relative to the current folder.
   *
   * @param fields texts, and lists of texts, by the names of a bag file
   */
  public static LocalBag of(Map<String, Object> fields, Clock clock) {
    String text = new JsonMapper().writeValueAsString(fields);
    return read(
        ParsedInput.readText(OPTIONS, text, BagFile.class),
        new FilesOnDisk(Path.of(""), "Give files and folders in or below the current folder."),
        clock);
  }

  private static LocalBag read(ParsedInput<BagFile> input, FilesOnDisk files, Clock clock) {
    return new LocalBag(BagFileReader.read(input, files, clock), files.contents());
  }
}
