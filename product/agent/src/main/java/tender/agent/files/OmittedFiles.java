package tender.agent.files;

import java.nio.charset.StandardCharsets;

/** Lists the files of a task that are omitted from its results, with the reasons, for the user. */
final class OmittedFiles {
  private static final int MAX_CHARS = 64 << 10;
  private static final int MAX_NAME_CHARS = 300;

  private final StringBuilder text = new StringBuilder();
  private int count;
  private int notListed;

  void add(String file, String reason) {
    count++;
    if (text.length() > MAX_CHARS) {
      notListed++;
      return;
    }
    String shown = file.length() > MAX_NAME_CHARS ? file.substring(0, MAX_NAME_CHARS) + "…" : file;
    // A name may contain terminal control characters.
    text.append(shown.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", "?"))
        .append(": ")
        .append(reason)
        .append('\n');
  }

  boolean isEmpty() {
    return count == 0;
  }

  int count() {
    return count;
  }

  byte[] bytes() {
    String more = notListed == 0 ? "" : "and " + notListed + " more\n";
    return (text + more).getBytes(StandardCharsets.UTF_8);
  }
}
