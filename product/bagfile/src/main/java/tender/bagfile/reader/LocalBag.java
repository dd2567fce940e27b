package tender.bagfile.reader;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import tender.bagfile.Digest;
import tender.bagfile.inputs.InputTree;
import tender.bagfile.inputs.LocalPack;
import tender.support.input.ParsedInput;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bag whose bag file and input files are on this machine.
 *
 * @param files the files that the work order names, by digest
 * @param packs the packs that the work order names
 */
public record LocalBag(BagDraft draft, Map<Digest, Path> files, List<LocalPack> packs) {
  /** The name, in errors, of the fields that are not from a file. */
  public static final String OPTIONS = "options";

  public LocalBag {
    files = Map.copyOf(files);
    packs = List.copyOf(packs);
  }

  /** The same files with other requirements. */
  public LocalBag withDraft(BagDraft other) {
    return new LocalBag(other, files, packs);
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
    return of(fields, Path.of(""), List.of(), clock);
  }

  /**
   * The same, with paths relative to another folder.
   *
   * @param added inputs that the fields do not name
   */
  public static LocalBag of(
      Map<String, Object> fields, Path folder, List<InputTree.Entry> added, Clock clock) {
    String text = new JsonMapper().writeValueAsString(fields);
    String where = folder.toString().isEmpty() ? "the current folder" : "folder " + folder;
    FilesOnDisk files =
        new FilesOnDisk(folder, "Give files and folders in or below " + where + ".", added);
    return read(ParsedInput.readText(OPTIONS, text, BagFile.class), files, clock);
  }

  private static LocalBag read(ParsedInput<BagFile> input, FilesOnDisk files, Clock clock) {
    return new LocalBag(BagFileReader.read(input, files, clock), files.contents(), files.packs());
  }
}
