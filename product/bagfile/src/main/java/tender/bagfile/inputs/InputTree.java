package tender.bagfile.inputs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.InputPack;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;
import tender.support.text.InputChecks;

/**
 * The input files of a bag on the user's machine. If many small files are in folders, these are put
 * into packs; single files and files directly in the base folder are not, since each task has a
 * link for each of them.
 *
 * @param entries the files that are in no pack, in the order of their paths
 */
public record InputTree(List<Entry> entries, List<LocalPack> packs) {
  /** Fewer files are sent one by one, so that a changed one is sent without the others. */
  static final int MIN_PACKED_FILES = 1_000;

  /** An input file and its location on disk. */
  public record Entry(InputFile file, Path onDisk) {}

  public InputTree {
    entries = List.copyOf(entries);
    packs = List.copyOf(packs);
  }

  public List<InputFile> files() {
    return entries.stream().map(Entry::file).toList();
  }

  /**
   * Collects the given files, and all files in the given folders, below a base folder. Symbolic
   * links are rejected, so that the user sees in the folder exactly what is sent. Empty folders are
   * left out.
   */
  public static InputTree collect(Path base, List<String> inputs) throws IOException {
    Collector collection = new Collector(base.toRealPath());
    for (String input : inputs) {
      collection.addInput(input);
    }
    return collection.tree();
  }

  private static final class Collector {
    private final Path base;
    private final SortedMap<RelativePath, Found> found = new TreeMap<>();

    /** A file whose content has not been read. */
    private record Found(Path onDisk, long bytes) {
      boolean isSmall(RelativePath path) {
        return bytes <= InputPack.MAX_FILE_BYTES && path.value().indexOf('/') > 0;
      }
    }

    Collector(Path base) {
      this.base = base;
    }

    void addInput(String input) throws IOException {
      RelativePath path = new RelativePath(normalize(input));
      // A link among the parent folders is rejected like a link itself.
      Path walked = base;
      for (String segment : path.segments()) {
        walked = walked.resolve(segment);
        if (attributes(walked).isSymbolicLink()) {
          throw rejected(walked, "is a symbolic link. Give its target, or a copy");
        }
      }
      add(path, walked);
    }

    private void add(RelativePath path, Path onDisk) throws IOException {
      BasicFileAttributes attributes = attributes(onDisk);
      if (attributes.isDirectory()) {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(onDisk)) {
          for (Path child : children) {
            add(new RelativePath(path + "/" + child.getFileName()), child);
          }
        }
      } else if (attributes.isRegularFile()) {
        InputFile.requireUploadable(path.value(), attributes.size(), InputFile.MAX_BYTES);
        addFile(path, new Found(onDisk, attributes.size()));
      } else if (attributes.isSymbolicLink()) {
        throw rejected(onDisk, "is a symbolic link. Replace it by a copy of its target");
      } else {
        throw rejected(onDisk, "is neither a file nor a folder. Remove it from the inputs");
      }
    }

    private void addFile(RelativePath path, Found file) {
      if (found.putIfAbsent(path, file) == null
          && found.size() > WorkOrder.MAX_INPUTS + InputPack.MAX_FILES) {
        throw tooMany(file.onDisk(), InputPack.MAX_FILES);
      }
    }

    /** Providers leave out packs that do not. */
    private static void requireFit(List<LocalPack.SmallFile> small) throws IOException {
      InputPaths paths = new InputPaths(List.of());
      for (LocalPack.SmallFile file : small) {
        paths.add(file.path());
      }
    }

    InputTree tree() throws IOException {
      List<LocalPack.SmallFile> small = new ArrayList<>();
      List<Long> smallBytes = new ArrayList<>();
      for (Map.Entry<RelativePath, Found> file : found.entrySet()) {
        if (file.getValue().isSmall(file.getKey())) {
          small.add(new LocalPack.SmallFile(file.getKey(), file.getValue().onDisk()));
          smallBytes.add(file.getValue().bytes());
        }
      }
      if (small.size() > InputPack.MAX_FILES) {
        throw tooMany(small.getLast().onDisk(), InputPack.MAX_FILES);
      }
      boolean usesPacks = small.size() > MIN_PACKED_FILES;
      if (usesPacks) {
        requireFit(small);
      }
      List<Entry> entries = new ArrayList<>();
      for (Map.Entry<RelativePath, Found> file : found.entrySet()) {
        if (!usesPacks || !file.getValue().isSmall(file.getKey())) {
          if (entries.size() == WorkOrder.MAX_INPUTS) {
            throw tooMany(file.getValue().onDisk(), WorkOrder.MAX_INPUTS);
          }
          entries.add(entry(file.getKey(), file.getValue().onDisk()));
        }
      }
      return new InputTree(entries, usesPacks ? LocalPack.allOf(small, smallBytes) : List.of());
    }

    private IllegalArgumentException tooMany(Path onDisk, int max) {
      return rejected(
          onDisk,
          "exceeds the maximum of %s input files%s. Put them into an archive that the command unpacks"
              .formatted(
                  max,
                  max == InputPack.MAX_FILES
                      ? ""
                      : " that are larger than %s KiB or in no folder"
                          .formatted(InputPack.MAX_FILE_BYTES >> 10)));
    }

    private static Entry entry(RelativePath path, Path onDisk) throws IOException {
      MessageDigest sha256 = Digest.sha256();
      try (InputStream in = Files.newInputStream(onDisk, LinkOption.NOFOLLOW_LINKS);
          DigestInputStream digested = new DigestInputStream(in, sha256)) {
        long bytes = digested.transferTo(OutputStream.nullOutputStream());
        boolean executable = Files.isExecutable(onDisk);
        return new Entry(new InputFile(path, Digest.of(sha256), bytes, executable), onDisk);
      }
    }

    private BasicFileAttributes attributes(Path path) throws IOException {
      try {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      } catch (NoSuchFileException e) {
        throw new IllegalArgumentException(
            "Input %s does not exist in %s. Check the name."
                .formatted(InputChecks.quoted(base.relativize(path).toString()), base),
            e);
      }
    }

    private IllegalArgumentException rejected(Path path, String problem) {
      return new IllegalArgumentException(
          "Input " + InputChecks.quoted(base.relativize(path).toString()) + " " + problem + ".");
    }

    /** Turns {@code ./data/} into {@code data}. */
    private static String normalize(String input) {
      String normalized = input;
      while (normalized.startsWith("./")) {
        normalized = normalized.substring(2);
      }
      while (normalized.length() > 1 && normalized.endsWith("/")) {
        normalized = normalized.substring(0, normalized.length() - 1);
      }
      return normalized;
    }
  }
}
