package tender.agent.files;

import java.nio.charset.StandardCharsets;

/** Which files of a task are left out of its results and why, for the user to read. */
final class OmittedFiles {
  private static final int MAX_CHARS = 64 << 10;
  private static final int MAX_NAME_CHARS = 300;

  private final StringBuilder text = new StringBuilder();
  private int notListed;

  void add(String file, String why) {
    if (text.length() > MAX_CHARS) {
      notListed++;
      return;
    }
    String shown = file.length() > MAX_NAME_CHARS ? file.substring(0, MAX_NAME_CHARS) + "…" : file;
    // A name may hold anything that moves a terminal's cursor.
    text.append(shown.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", "?"))
        .append(": ")
        .append(why)
        .append('\n');
  }

  boolean isEmpty() {
    return text.isEmpty();
  }

  byte[] bytes() {
    String more = notListed == 0 ? "" : "and " + notListed + " more\n";
    return (text + more).getBytes(StandardCharsets.UTF_8);
  }
}
