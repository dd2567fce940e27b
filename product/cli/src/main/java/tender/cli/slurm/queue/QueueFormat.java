package tender.cli.slurm.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The format of {@code squeue}: text with columns such as {@code %.18i}. */
public final class QueueFormat {
  /** What squeue prints without a format. */
  public static final String DEFAULT = "%.18i %.9P %.8j %.8u %.2t %.10M %.6D %R";

  private static final Pattern COLUMN = Pattern.compile("%(\\.?)(\\d{0,3})([A-Za-z])");

  private final List<Item> items = new ArrayList<>();

  private sealed interface Item {
    record Text(String text) implements Item {}

    record Column(JobColumn column, boolean right, int width) implements Item {}
  }

  public QueueFormat(String format) {
    Matcher matcher = COLUMN.matcher(format);
    int end = 0;
    while (matcher.find()) {
      items.add(new Item.Text(format.substring(end, matcher.start())));
      items.add(
          new Item.Column(
              JobColumn.ofLetter(matcher.group(3)),
              !matcher.group(1).isEmpty(),
              matcher.group(2).isEmpty() ? 0 : Integer.parseInt(matcher.group(2))));
      end = matcher.end();
    }
    items.add(new Item.Text(format.substring(end)));
  }

  public String header() {
    return line(JobColumn::title);
  }

  public String line(JobRow row) {
    return line(column -> column.of(row));
  }

  private String line(Function<JobColumn, String> cell) {
    StringBuilder line = new StringBuilder();
    for (Item item : items) {
      switch (item) {
        case Item.Text text -> line.append(text.text());
        case Item.Column column ->
            line.append(fitted(cell.apply(column.column()), column.width(), column.right()));
      }
    }
    return line.toString().stripTrailing();
  }

  /** Cuts or fills a text to a width; 0 is any width. */
  static String fitted(String text, int width, boolean right) {
    if (width == 0) {
      return text;
    }
    String cut = text.substring(0, Math.min(width, text.length()));
    String padding = " ".repeat(width - cut.length());
    return right ? padding + cut : cut + padding;
  }
}
