package tender.bagfile;

import java.util.List;
import tender.support.text.InputChecks;

/**
 * Selects the files of a task that are its results: a path relative to the task's folder in which
 * {@code *} matches any characters of a name, {@code ?} one character, and a segment {@code **} any
 * number of folders, including none. If it matches a folder, all files below are selected.
 *
 * <p>Java's own globs become regular expressions, which an untrusted author can make run for
 * exponential time. Matching here takes at most the product of both lengths.
 */
public final class OutputGlob {
  private static final String ANY_FOLDERS = "**";

  private final String glob;
  private final List<String> segments;

  private OutputGlob(String glob) {
    this.glob = glob;
    this.segments = List.of(glob.split("/"));
  }

  public static OutputGlob of(String glob) {
    RelativePath.check(glob, "An output");
    for (String segment : glob.split("/", -1)) {
      RelativePath.checkSegment(segment, glob);
      if (segment.contains(ANY_FOLDERS) && !segment.equals(ANY_FOLDERS)) {
        throw new IllegalArgumentException(
            "An output is %s, and '**' must be a whole segment, as in a/**/b. Did you mean '*'?"
                .formatted(InputChecks.quoted(glob)));
      }
    }
    return new OutputGlob(glob);
  }

  /** Whether a file, or a folder that contains it, matches. */
  public boolean matches(RelativePath file) {
    return reachable(file.segments())[segments.size()];
  }

  /** Whether a file below a folder could match; if not, the folder can be skipped. */
  public boolean mayMatchBelow(RelativePath folder) {
    for (boolean reached : reachable(folder.segments())) {
      if (reached) {
        return true;
      }
    }
    return false;
  }

  /**
   * For each number of the glob's segments, whether the whole path can match that many. All
   * segments stay matched once they are, since everything below a matching folder matches.
   */
  private boolean[] reachable(List<String> path) {
    int end = segments.size();
    boolean[] now = new boolean[end + 1];
    now[0] = true;
    skipAnyFolders(now);
    for (String name : path) {
      boolean[] next = new boolean[end + 1];
      next[end] = now[end];
      for (int i = 0; i < end; i++) {
        if (now[i] && segments.get(i).equals(ANY_FOLDERS)) {
          next[i] = true;
        } else if (now[i] && segmentMatches(segments.get(i), name)) {
          next[i + 1] = true;
        }
      }
      skipAnyFolders(next);
      now = next;
    }
    return now;
  }

  private void skipAnyFolders(boolean[] reached) {
    for (int i = 0; i < segments.size(); i++) {
      if (reached[i] && segments.get(i).equals(ANY_FOLDERS)) {
        reached[i + 1] = true;
      }
    }
  }

  /** Backtracks only to the last star, which is sufficient. */
  private static boolean segmentMatches(String pattern, String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int tried = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        tried = n;
      } else if (p < pattern.length()
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++tried;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  @Override
  public String toString() {
    return glob;
  }
}
