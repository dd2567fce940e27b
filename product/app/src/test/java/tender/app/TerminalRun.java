package tender.app;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A run of the program on a terminal of its own, which the program script(1) emulates. */
public record TerminalRun(Process process, StringWriter shown, Thread reader) {

  /** Starts the program with these arguments, as a shell reads them. */
  public static TerminalRun start(String arguments, Map<String, String> environment)
      throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String command =
        "'%s' -Duser.timezone=UTC -cp '%s' %s %s"
            .formatted(
                java, System.getProperty("java.class.path"), Main.class.getName(), arguments);
    ProcessBuilder builder = new ProcessBuilder("script", "-qefc", command, "/dev/null");
    builder.environment().keySet().removeAll(List.of("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"));
    builder.environment().put("TERM", "xterm");
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    StringWriter shown = new StringWriter();
    return new TerminalRun(process, shown, Thread.ofVirtual().start(() -> read(process, shown)));
  }

  private static void read(Process process, StringWriter shown) {
    try (var text = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
      for (int next = text.read(); next >= 0; next = text.read()) {
        shown.append((char) next);
      }
    } catch (IOException e) {
      shown.append("closed");
    }
  }

  /** Waits until the text is shown, or the program has ended. */
  public void await(String text) throws InterruptedException {
    while (!shown.toString().contains(text) && reader.isAlive()) {
      Thread.sleep(20);
    }
  }

  public void press(String keys) throws IOException {
    OutputStream keyboard = process.getOutputStream();
    keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
    keyboard.flush();
  }

  public int exitCode() throws InterruptedException {
    return process.waitFor();
  }

  /** Everything that was shown, after the program has ended. */
  public String text() throws InterruptedException {
    reader.join();
    return shown.toString().replace("\r\n", "\n");
  }
}
