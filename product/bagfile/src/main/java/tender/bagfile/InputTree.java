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

/**
 * The input files of a bag on the machine of who submits it.
 *
 * @param entries in the order of their paths
 */
public record InputTree(List<Entry> entries) {
  /** An input file, and where it is. */
  public record Entry(InputFile file, Path onDisk) {}

  public InputTree {
    entries = List.copyOf(entries);
  }

  public List<InputFile> files() {
    return entries.stream().map(Entry::file).toList();
  }

  /**
   * Finds the files and all that is in the folders given, which are below a base. Links are
   * refused, wherever they lead: what is sent must be what the user sees in the folder. Folders
   * without a file are left out.
   */
  public static InputTree collect(Path base, List<String> inputs) throws IOException {
    Collector collection = new Collector(base.toRealPath());
    for (String input : inputs) {
      collection.addInput(input);
    }
    return new InputTree(List.copyOf(collection.entries.values()));
  }

  /** One walk. */
  private static final class Collector {
    private final Path base;
    private final SortedMap<RelativePath, Entry> entries = new TreeMap<>();

    Collector(Path base) {
      this.base = base;
    }

    void addInput(String input) throws IOException {
      RelativePath path = new RelativePath(normalize(input));
      // A link on the way to what is given is one as much as what is given itself.
      Path walked = base;
      for (String segment : path.segments()) {
        walked = walked.resolve(segment);
        if (attributes(walked).isSymbolicLink()) {
          throw refused(walked, "is a link. Give what it leads to, or a copy");
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
        addFile(path, onDisk);
      } else if (attributes.isSymbolicLink()) {
        throw refused(onDisk, "is a link. Put a copy of what it leads to in its place");
      } else {
        throw refused(onDisk, "is neither a file nor a folder. Take it out of the inputs");
      }
    }

    private void addFile(RelativePath path, Path onDisk) throws IOException {
      if (entries.containsKey(path)) {
        return;
      }
      if (entries.size() == WorkOrder.MAX_INPUTS) {
        throw refused(
            onDisk,
            "is one input too many: a bag may have "
                + WorkOrder.MAX_INPUTS
                + " files. Put them into an archive that the command unpacks");
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
            "The input "
                + InputChecks.quoted(base.relativize(path).toString())
                + " is not in "
                + base
                + ". Check the name.",
            e);
      }
    }

    private IllegalArgumentException refused(Path path, String why) {
      return new IllegalArgumentException(
          "The input " + InputChecks.quoted(base.relativize(path).toString()) + " " + why + ".");
    }

    /** What people write for the same: {@code ./data/} is {@code data}. */
    private static String normalize(String input) {
      String tidy = input;
      while (tidy.startsWith("./")) {
        tidy = tidy.substring(2);
      }
      while (tidy.length() > 1 && tidy.endsWith("/")) {
        tidy = tidy.substring(0, tidy.length() - 1);
      }
      return tidy;
    }
  }
}
