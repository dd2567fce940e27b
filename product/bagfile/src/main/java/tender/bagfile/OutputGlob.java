package tender.bagfile;

import java.util.List;

/**
 * Which files a task leaves as its results: a path below its folder in which {@code *} is any run
 * of characters of a name, {@code ?} any one character, and a segment {@code **} any number of
 * folders, also none. If it fits a folder, all below is meant.
 *
 * <p>Not Java's own globs: those become regular expressions, and one that a stranger wrote can keep
 * an agent busy for ever. This one takes at most the product of both lengths.
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
            "An output is "
                + InputChecks.quoted(glob)
                + ", and '**' must be a segment of its own, as in a/**/b. Maybe you mean '*'.");
      }
    }
    return new OutputGlob(glob);
  }

  /** Whether a file, or a folder that it is in, fits. */
  public boolean matches(RelativePath file) {
    return reachable(file.segments())[segments.size()];
  }

  /** Whether something below a folder could fit; if not, it need not be looked into. */
  public boolean mayMatchBelow(RelativePath folder) {
    for (boolean reached : reachable(folder.segments())) {
      if (reached) {
        return true;
      }
    }
    return false;
  }

  /**
   * How many of the glob's segments can be used up by all of the path's: the last is kept once
   * reached, since what is below a folder that fits does too.
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

  /** Goes back only to the last star, which is enough. */
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
