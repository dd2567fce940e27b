package tender.cli.input;

/** Reads files that are named in other ways than by {@link FileArgument}. */
public final class InputReader {
  private InputReader() {}

  /** Reads a file into a record whose fields are texts, lists and further records. */
  public static <T> ParsedInput<T> read(String file, Class<T> type) {
    return read(Document.read(file), type);
  }

  /**
   * Reads a text that is at hand already.
   *
   * @param name by which complaints call it
   */
  public static <T> ParsedInput<T> readText(String name, String text, Class<T> type) {
    return read(new Document(name, text), type);
  }

  private static <T> ParsedInput<T> read(Document document, Class<T> type) {
    return new ParsedInput<>(Yaml.read(document, type), FieldLocation.top(document));
  }
}
