package tender.work;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where a file is below a folder, with {@code /} between the segments. It cannot leave the folder,
 * and it means the same on every machine.
 */
public record RelativePath(String value) implements Comparable<RelativePath> {
  /** As long as any path may be that a system call takes, with room for the folder it is below. */
  static final int LONGEST_BYTES = 2_048;

  static final int LONGEST_SEGMENT_BYTES = 255;
  static final int MOST_SEGMENTS = 32;

  public RelativePath {
    check(value, "A path");
    for (String segment : value.split("/", -1)) {
      checkSegment(segment, value);
    }
  }

  /** The names of the folders, and of the file last. */
  public List<String> segments() {
    return List.of(value.split("/"));
  }

  /** The first segment: itself, if the file is right below the folder. */
  public String top() {
    return segments().getFirst();
  }

  /** What paths and globs have in common. */
  static void check(String value, String name) {
    Require.printable(value, LONGEST_BYTES, name);
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > LONGEST_BYTES) {
      throw new IllegalArgumentException(
          name + " has " + bytes + " bytes, and may have " + LONGEST_BYTES + ": " + shown(value));
    }
    if (value.startsWith("/")) {
      throw new IllegalArgumentException(
          name + " is " + shown(value) + ", and must not begin with '/': it is below a folder.");
    }
    if (value.indexOf('\\') >= 0) {
      throw new IllegalArgumentException(
          name + " is " + shown(value) + ", and must not have a backslash: write '/'.");
    }
    if (value.chars().filter(c -> c == '/').count() >= MOST_SEGMENTS) {
      throw new IllegalArgumentException(
          name + " is " + shown(value) + ", and may have " + MOST_SEGMENTS + " segments.");
    }
  }

  static void checkSegment(String segment, String whole) {
    if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
      throw new IllegalArgumentException(
          "A path is "
              + shown(whole)
              + ", and none of its segments may be empty, '.' or '..': write it without.");
    }
    if (segment.getBytes(StandardCharsets.UTF_8).length > LONGEST_SEGMENT_BYTES) {
      throw new IllegalArgumentException(
          "A name in a path has more than "
              + LONGEST_SEGMENT_BYTES
              + " bytes: "
              + shown(segment)
              + ". Shorten it.");
    }
  }

  private static String shown(String value) {
    return Require.shown(value);
  }

  @Override
  public int compareTo(RelativePath other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
