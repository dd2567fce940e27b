package tender.bagfile.reader;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import tender.bagfile.Digest;
import tender.support.input.ParsedInput;

/**
 * A bag whose bag file and input files are on this machine.
 *
 * @param files the files that the work order names, by digest
 */
public record LocalBag(BagDraft draft, Map<Digest, Path> files) {
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
    FilesOnDisk files = new FilesOnDisk(parent == null ? Path.of("") : parent);
    return new LocalBag(BagFileReader.read(input, files, clock), files.contents());
  }
}
