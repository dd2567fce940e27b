package tender.app;

import java.io.PrintWriter;
import java.io.StringWriter;

/** The outcome of running a command of the whole program in this process. */
public record CommandRun(int exitCode, String out, String err) {
  public static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.commandLineFor(arguments)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
