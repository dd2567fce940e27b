package tender.cli.remote;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tender.cli.input.Printable;

/**
 * Shows a bag as it goes: a view that is drawn over and over where somebody watches, with a bar for
 * each provider, and a line for each change where nobody does.
 */
final class Watching implements Consumer<Bag> {
  private static final int BAR_WIDTH = 30;
  private static final int MOST_PARTS = 20;

  private final PrintWriter out;
  private final boolean watched;

  /** Of the view that is on the terminal now. */
  private int drawnLines;

  private String saidLast = "";

  Watching(PrintWriter out, boolean watched) {
    this.out = out;
    this.watched = watched;
  }

  @Override
  public void accept(Bag bag) {
    if (watched) {
      draw(bag);
    } else {
      say(bag);
    }
    out.flush();
  }

  private void draw(Bag bag) {
    List<String> lines = new ArrayList<>();
    lines.add(BagReport.headline(bag));
    lines.addAll(new BagReport(Instant.now()).sentences(bag));
    if (bag.promise() != null) {
      lines.addAll(bars(bag.promise().parts()));
    }
    if (drawnLines > 0) {
      out.print("\u001b[" + drawnLines + "A");
    }
    // What is left of a longer view is wiped, line by line and then below.
    lines.forEach(line -> out.print(line + "\u001b[K\n"));
    out.print("\u001b[J");
    drawnLines = lines.size();
  }

  private static List<String> bars(List<Bag.Part> parts) {
    List<Bag.Part> shown = parts.subList(0, Math.min(parts.size(), MOST_PARTS));
    int width = shown.stream().mapToInt(part -> name(part).length()).max().orElse(0);
    List<String> bars = new ArrayList<>();
    for (Bag.Part part : shown) {
      int filled = part.tasks() == 0 ? 0 : (int) ((long) BAR_WIDTH * part.done() / part.tasks());
      bars.add(
          "  "
              + name(part)
              + " ".repeat(width - name(part).length())
              + "  ["
              + "#".repeat(filled)
              + " ".repeat(BAR_WIDTH - filled)
              + "]  "
              + part.done()
              + " of "
              + part.tasks());
    }
    if (shown.size() < parts.size()) {
      bars.add("  and " + (parts.size() - shown.size()) + " more providers");
    }
    return bars;
  }

  private static String name(Bag.Part part) {
    return Printable.of(part.provider());
  }

  private void say(Bag bag) {
    StringBuilder line =
        new StringBuilder("%s, %d of %d done".formatted(bag.state(), bag.done(), bag.tasks()));
    if (bag.failedTasks() > 0) {
      line.append(", ").append(bag.failedTasks()).append(" failed");
    }
    if (bag.promise() != null) {
      line.append(", promised by ").append(Moment.at(bag.promise().by()));
    }
    if (bag.forecast() != null) {
      line.append(", expected by ").append(Moment.at(bag.forecast()));
    }
    if (!line.toString().equals(saidLast)) {
      saidLast = line.toString();
      out.println(Moment.at(Instant.now()) + "  " + bag.id() + " " + line);
    }
  }
}
