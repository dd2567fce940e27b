package tender.agent.files;

import java.nio.charset.StandardCharsets;

/** Which files of a task are left out of its results and why, for the user to read. */
final class Refusals {
  private static final int LONGEST = 64 << 10;
  private static final int LONGEST_NAME = 300;

  private final StringBuilder text = new StringBuilder();
  private int unsaid;

  void add(String file, String why) {
    if (text.length() > LONGEST) {
      unsaid++;
      return;
    }
    String shown = file.length() > LONGEST_NAME ? file.substring(0, LONGEST_NAME) + "…" : file;
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
    String more = unsaid == 0 ? "" : "and " + unsaid + " more\n";
    return (text + more).getBytes(StandardCharsets.UTF_8);
  }
}
