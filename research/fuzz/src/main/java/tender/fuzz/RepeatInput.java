package tender.fuzz;

import java.nio.file.Files;
import java.nio.file.Path;

/** Reads one stored input without Jazzer, so that a finding can be repeated in a debugger. */
public final class RepeatInput {
  private RepeatInput() {}

  /**
   * Ends with the stack trace of the finding, if there is one.
   *
   * @param args the name of a target and the path of a file
   */
  public static void main(String[] args) throws Exception {
    Fuzzer.check(Fuzzer.named(args[0]), Files.readAllBytes(Path.of(args[1])));
    System.out.println("The target " + args[0] + " reads " + args[1] + " without a finding.");
  }
}
