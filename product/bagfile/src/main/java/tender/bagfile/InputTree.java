package tender.bagfile;

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
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.support.text.InputChecks;

/**
 * The input files of a bag on the user's machine.
 *
 * @param entries in the order of their paths
 */
public record InputTree(List<Entry> entries) {
  /** An input file and its location on disk. */
  public record Entry(InputFile file, Path onDisk) {}

  public InputTree {
    entries = List.copyOf(entries);
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
    return new InputTree(List.copyOf(collection.entries.values()));
  }

  private static final class Collector {
    private final Path base;
    private final SortedMap<RelativePath, Entry> entries = new TreeMap<>();

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
        addFile(path, onDisk);
      } else if (attributes.isSymbolicLink()) {
        throw rejected(onDisk, "is a symbolic link. Replace it by a copy of its target");
      } else {
        throw rejected(onDisk, "is neither a file nor a folder. Remove it from the inputs");
      }
    }

    private void addFile(RelativePath path, Path onDisk) throws IOException {
      if (entries.containsKey(path)) {
        return;
      }
      if (entries.size() == WorkOrder.MAX_INPUTS) {
        throw rejected(
            onDisk,
            "exceeds the maximum of %s input files. Put them into an archive that the command unpacks"
                .formatted(WorkOrder.MAX_INPUTS));
      }
      MessageDigest sha256 = Digest.sha256();
      try (InputStream in = Files.newInputStream(onDisk, LinkOption.NOFOLLOW_LINKS);
          DigestInputStream digested = new DigestInputStream(in, sha256)) {
        long bytes = digested.transferTo(OutputStream.nullOutputStream());
        boolean executable = Files.isExecutable(onDisk);
        entries.put(
            path, new Entry(new InputFile(path, Digest.of(sha256), bytes, executable), onDisk));
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
