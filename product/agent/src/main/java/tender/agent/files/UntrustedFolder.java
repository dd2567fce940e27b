package tender.agent.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * A folder that a hostile task may change at any time, even while it is read.
 *
 * <p>The folder is kept open, and its files are opened by name relative to it, never by a full
 * path: if it is replaced by a link while it is read, the link is not followed. The kernel refuses
 * links.
 */
final class UntrustedFolder implements Closeable {
  private final SecureDirectoryStream<Path> stream;

  private UntrustedFolder(DirectoryStream<Path> stream) throws IOException {
    if (!(stream instanceof SecureDirectoryStream<Path> secure)) {
      stream.close();
      throw new IOException("This system does not support secure directory access. Use Linux.");
    }
    this.stream = secure;
  }

  /** Opens a trusted folder, to open what is below it. */
  @SuppressWarnings("StreamResourceLeak") // This folder closes it.
  static UntrustedFolder open(Path trusted) throws IOException {
    return new UntrustedFolder(Files.newDirectoryStream(trusted));
  }

  /** Opens a folder below a trusted one, one path element at a time. */
  static UntrustedFolder open(Path trusted, Path below) throws IOException {
    UntrustedFolder folder = open(trusted);
    for (Path name : trusted.relativize(below)) {
      try (UntrustedFolder parent = folder) {
        folder = parent.folder(name);
      }
    }
    return folder;
  }

  /** Opens a subfolder; a link causes a {@link LinkException}. */
  UntrustedFolder folder(Path name) throws IOException {
    try {
      return new UntrustedFolder(
          stream.newDirectoryStream(requireName(name), LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      throw toLinkException(name, e);
    }
  }

  /**
   * Opens a file; a link causes a {@link LinkException}. Check first that it is a regular file:
   * opening a pipe would block.
   */
  SeekableByteChannel file(Path name) throws IOException {
    try {
      return stream.newByteChannel(
          requireName(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      throw toLinkException(name, e);
    }
  }

  /** The attributes of a file, without following links. */
  BasicFileAttributes attributes(Path name) throws IOException {
    return stream
        .getFileAttributeView(
            requireName(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /** Creates a file to write; fails if there is one, or a link. */
  SeekableByteChannel create(Path name) throws IOException {
    return stream.newByteChannel(
        requireName(name),
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
  }

  /** Renames a file; a file or link with the new name is replaced. */
  void rename(Path name, Path newName) throws IOException {
    stream.move(requireName(name), stream, requireName(newName));
  }

  void delete(Path name) throws IOException {
    stream.deleteFile(requireName(name));
  }

  /** Moves a file, or a link itself, to another folder of the same file system. */
  void move(Path name, UntrustedFolder target) throws IOException {
    stream.move(requireName(name), target.stream, name);
  }

  /** The names of the files in order, at most this many. Can be called once. */
  List<Path> names(int maxNames) throws IOException {
    List<Path> names = new ArrayList<>();
    try {
      for (Iterator<Path> paths = stream.iterator(); names.size() < maxNames && paths.hasNext(); ) {
        names.add(paths.next().getFileName());
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    names.sort(Comparator.naturalOrder());
    return names;
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  /** Java has no specific exception for a link that was not followed. */
  private IOException toLinkException(Path name, IOException failure) throws IOException {
    return attributes(name).isSymbolicLink() ? new LinkException(name.toString()) : failure;
  }

  private static Path requireName(Path name) {
    if (name.getNameCount() != 1 || name.isAbsolute() || name.toString().equals("..")) {
      throw new IllegalArgumentException("'" + name + "' is not a file name.");
    }
    return name;
  }

  /** The file to open is a link. */
  static final class LinkException extends FileSystemException {
    LinkException(String name) {
      super(name, null, "is a link; links are not followed");
    }
  }
}
