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
 * A folder in which a task may do as it likes, at any time, also while it is read.
 *
 * <p>It is held open, and what is in it is opened by name and from it, never by a whole path: so a
 * folder that is swapped for a link while it is read leads nowhere else. The kernel refuses links.
 */
final class UntrustedFolder implements Closeable {
  private final SecureDirectoryStream<Path> stream;

  private UntrustedFolder(DirectoryStream<Path> stream) throws IOException {
    if (!(stream instanceof SecureDirectoryStream<Path> secure)) {
      stream.close();
      throw new IOException("This system cannot open files safely from a folder. Linux can.");
    }
    this.stream = secure;
  }

  /** Opens a folder below one that can be trusted, one step after the other. */
  @SuppressWarnings("StreamResourceLeak") // This folder closes it.
  static UntrustedFolder open(Path trusted, Path below) throws IOException {
    UntrustedFolder folder = new UntrustedFolder(Files.newDirectoryStream(trusted));
    for (Path name : trusted.relativize(below)) {
      try (UntrustedFolder parent = folder) {
        folder = parent.folder(name);
      }
    }
    return folder;
  }

  /** A folder in it; a link is refused with a {@link LinkException}. */
  UntrustedFolder folder(Path name) throws IOException {
    try {
      return new UntrustedFolder(
          stream.newDirectoryStream(requireName(name), LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      throw toLinkException(name, e);
    }
  }

  /**
   * A file in it; a link is refused with a {@link LinkException}. Look first whether it is regular:
   * a pipe would wait for ever.
   */
  SeekableByteChannel file(Path name) throws IOException {
    try {
      return stream.newByteChannel(
          requireName(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      throw toLinkException(name, e);
    }
  }

  /** What is in it by a name, without following it. */
  BasicFileAttributes attributes(Path name) throws IOException {
    return stream
        .getFileAttributeView(
            requireName(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  /** The names of what is in it, in order, but no more than so many; can be asked once. */
  List<Path> names(int most) throws IOException {
    List<Path> names = new ArrayList<>();
    try {
      for (Iterator<Path> paths = stream.iterator(); names.size() < most && paths.hasNext(); ) {
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

  /** Java has no exception of its own for a link that is not followed. */
  private IOException toLinkException(Path name, IOException failure) throws IOException {
    return attributes(name).isSymbolicLink() ? new LinkException(name.toString()) : failure;
  }

  private static Path requireName(Path name) {
    if (name.getNameCount() != 1 || name.isAbsolute() || name.toString().equals("..")) {
      throw new IllegalArgumentException("'" + name + "' is not the name of what is in a folder.");
    }
    return name;
  }

  /** What was to be opened is a link. */
  static final class LinkException extends FileSystemException {
    LinkException(String name) {
      super(name, null, "is a link, and links are not followed");
    }
  }
}
