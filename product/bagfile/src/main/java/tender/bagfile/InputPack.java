package tender.bagfile;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tender.support.text.InputChecks;

/**
 * Many small input files of a bag as one content, so that they are sent, stored and fetched as one
 * file. The paths are in the pack only.
 *
 * @param digest of the pack; providers fetch it by this
 * @param bytes the size of the pack
 * @param files how many files are in it
 * @param names of the folders, directly in the working folder of a task, that contain the files
 */
public record InputPack(Digest digest, long bytes, int files, List<String> names) {
  /** The largest pack. */
  public static final long MAX_BYTES = 32L << 20;

  /** The largest file in a pack. */
  public static final int MAX_FILE_BYTES = 64 << 10;

  /** Files in all packs of a bag. */
  public static final int MAX_FILES = 200_000;

  private static final int MAX_PACKS = 1_000;

  /** Each task has a link for each of them. */
  private static final int MAX_NAMES = WorkOrder.MAX_INPUTS;

  public InputPack {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "Input pack %s has %s bytes, and must have from 1 to %s."
              .formatted(digest, bytes, MAX_BYTES));
    }
    InputChecks.between(files, 1, MAX_FILES, "The number of files in an input pack");
    names = List.copyOf(names);
    InputChecks.between(names.size(), 1, MAX_NAMES, "The number of names in an input pack");
    for (String name : names) {
      if (new RelativePath(name).segments().size() > 1) {
        throw new IllegalArgumentException(
            "A name in an input pack is %s, and must be that of one folder."
                .formatted(InputChecks.quoted(name)));
      }
    }
  }

  /** A copy for readers that may not fetch it. */
  InputPack withoutDigest() {
    return new InputPack(Digest.NONE, bytes, files, names);
  }

  /** Fails if the packs of a bag have too many files, or fit no other inputs. */
  static void requireFit(List<InputPack> packs, List<InputFile> inputs) {
    InputChecks.between(packs.size(), 0, MAX_PACKS, "The number of input packs");
    long files = packs.stream().mapToLong(InputPack::files).sum();
    if (files > MAX_FILES) {
      throw new IllegalArgumentException(
          "The input packs have %s files; the maximum is %s. Put them into an archive that the command unpacks."
              .formatted(files, MAX_FILES));
    }
    Set<String> folders = new HashSet<>();
    packs.forEach(pack -> folders.addAll(pack.names()));
    InputChecks.between(folders.size(), 0, MAX_NAMES, "The number of folders in input packs");
    for (InputFile input : inputs) {
      if (folders.contains(input.path().value())) {
        throw new IllegalArgumentException(
            "Input %s is a file and cannot be the folder of other inputs. Rename one."
                .formatted(InputChecks.quoted(input.path().value())));
      }
    }
  }
}
