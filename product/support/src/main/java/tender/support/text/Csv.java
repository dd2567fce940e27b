package tender.support.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Comma-separated values as in RFC 4180: a field in quotes may contain commas, line ends and
 * doubled quotes.
 */
public final class Csv {
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private Csv() {}

  /**
   * A row of a file.
   *
   * @param line the number of the line on which it begins, from 1
   * @param fields none if the line is empty
   */
  public record Row(int line, List<String> fields) {
    public Row {
      fields = List.copyOf(fields);
    }
  }

  /**
   * Parses a text. A byte order mark and empty lines at the end are ignored; lines end with a line
   * feed, or with a carriage return and a line feed.
   *
   * @throws IllegalArgumentException with the line of an error
   */
  public static List<Row> read(String text) {
    List<Row> rows = new ArrayList<>();
    forEach(text, rows::add);
    while (!rows.isEmpty() && rows.getLast().fields().isEmpty()) {
      rows.removeLast();
    }
    return rows;
  }

  /** Like {@link #read}, but with empty lines at the end, and with one row at a time in memory. */
  public static void forEach(String text, Consumer<Row> consumer) {
    new Parser(text, consumer).parse();
  }

  /** A row as text, with its line end. Fields are quoted where necessary. */
  public static String write(List<String> fields) {
    // An empty line is not a row, so a row with one empty field must have quotes.
    return fields.equals(List.of(""))
        ? "\"\"\r\n"
        : fields.stream().map(Csv::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quoted(String field) {
    boolean special = field.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return special ? '"' + field.replace("\"", "\"\"") + '"' : field;
  }

  private static final class Parser {
    private final String text;
    private final Consumer<Row> consumer;
    private List<String> fields = new ArrayList<>();
    private int at;
    private int line = 1;

    Parser(String text, Consumer<Row> consumer) {
      this.text = text;
      this.consumer = consumer;
      at = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
    }

    void parse() {
      while (at < text.length()) {
        int firstLine = line;
        if (lineEnd() == 0) {
          readFields();
        }
        consumer.accept(new Row(firstLine, fields));
        fields = new ArrayList<>();
        at += lineEnd();
        line++;
      }
    }

    /** Reads fields up to the end of the line or of the text. */
    private void readFields() {
      fields.add(field());
      while (at < text.length() && text.charAt(at) == ',') {
        at++;
        fields.add(field());
      }
    }

    private String field() {
      return at < text.length() && text.charAt(at) == '"' ? quotedField() : plainField();
    }

    private String plainField() {
      int from = at;
      while (at < text.length() && text.charAt(at) != ',' && lineEnd() == 0) {
        if (text.charAt(at) == '"') {
          throw error(line, "has a quote inside a field", "Put the field into quotes");
        }
        at++;
      }
      return text.substring(from, at);
    }

    private String quotedField() {
      int firstLine = line;
      StringBuilder field = new StringBuilder();
      at++;
      while (true) {
        if (at == text.length()) {
          throw error(firstLine, "has a quoted field without an end", "Add the closing quote");
        }
        char c = text.charAt(at++);
        if (c != '"') {
          line += c == '\n' ? 1 : 0;
          field.append(c);
        } else if (at < text.length() && text.charAt(at) == '"') {
          field.append(c);
          at++;
        } else {
          break;
        }
      }
      if (at < text.length() && text.charAt(at) != ',' && lineEnd() == 0) {
        throw error(line, "has text after a quoted field", "Put a comma after the closing quote");
      }
      return field.toString();
    }

    /** The length of the line end at the present position; 0 if there is none. */
    private int lineEnd() {
      if (text.startsWith("\n", at)) {
        return 1;
      }
      return text.startsWith("\r\n", at) ? 2 : 0;
    }

    private static IllegalArgumentException error(int line, String problem, String advice) {
      return new IllegalArgumentException(
          "Line %s %s. %s, and write a quote inside a quoted field as \"\"."
              .formatted(line, problem, advice));
    }
  }
}
