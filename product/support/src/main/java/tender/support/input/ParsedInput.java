package tender.support.input;

/**
 * A parsed input file.
 *
 * @param content the fields, each value as raw text
 * @param top the location of the root, from which the locations of all fields derive
 */
public record ParsedInput<T>(T content, FieldLocation top) {
  /** Reads a file into a record whose fields are texts, lists and further records. */
  public static <T> ParsedInput<T> read(String file, Class<T> type) {
    return read(Document.read(file), type);
  }

  /**
   * Parses a text.
   *
   * @param name of the text in error messages
   */
  public static <T> ParsedInput<T> readText(String name, String text, Class<T> type) {
    return read(new Document(name, text), type);
  }

  private static <T> ParsedInput<T> read(Document document, Class<T> type) {
    return new ParsedInput<>(Yaml.read(document, type), FieldLocation.top(document));
  }
}
