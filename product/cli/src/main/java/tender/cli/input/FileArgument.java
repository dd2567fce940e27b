package tender.cli.input;

import picocli.CommandLine.Parameters;
import tender.support.input.ParsedInput;

/** The argument that names the input file of a command; shared by all commands. */
public final class FileArgument {
  @Parameters(paramLabel = "FILE", description = "The YAML file to read; - reads standard input.")
  private String file;

  /** Reads the file into a record whose fields are texts, lists and further records. */
  public <T> ParsedInput<T> read(Class<T> type) {
    return ParsedInput.read(file, type);
  }
}
