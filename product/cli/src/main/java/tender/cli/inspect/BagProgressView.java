package tender.cli.inspect;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tender.cli.client.response.BagResponse;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/**
 * Shows the progress of a bag: on a terminal, a view with a bar for each provider that is redrawn;
 * else a line for each change.
 */
final class BagProgressView implements Consumer<BagResponse> {
  private static final int BAR_WIDTH = 30;
  private static final int MAX_PARTS = 20;

  private final PrintWriter out;
  private final boolean interactive;

  /** The number of lines of the view that is on the terminal. */
  private int drawnLines;

  private String lastLine = "";

  BagProgressView(PrintWriter out, boolean interactive) {
    this.out = out;
    this.interactive = interactive;
  }

  @Override
  public void accept(BagResponse bag) {
    if (interactive) {
      draw(bag);
    } else {
      printLine(bag);
    }
    out.flush();
  }

  private void draw(BagResponse bag) {
    List<String> lines = new ArrayList<>();
    lines.add(BagReport.headline(bag));
    lines.addAll(new BagReport(Instant.now()).details(bag));
    if (bag.promise() != null) {
      lines.addAll(bars(bag.promise().parts()));
    }
    if (drawnLines > 0) {
      out.print("\u001b[" + drawnLines + "A");
    }
    // Clears the remains of a longer view: the rest of each line, then everything below.
    lines.forEach(line -> out.print(line + "\u001b[K\n"));
    out.print("\u001b[J");
    drawnLines = lines.size();
  }

  private static List<String> bars(List<BagResponse.Part> parts) {
    List<BagResponse.Part> shown = parts.subList(0, Math.min(parts.size(), MAX_PARTS));
    int width = shown.stream().mapToInt(part -> name(part).length()).max().orElse(0);
    List<String> bars = new ArrayList<>();
    for (BagResponse.Part part : shown) {
      int filled = part.tasks() == 0 ? 0 : (int) ((long) BAR_WIDTH * part.done() / part.tasks());
      bars.add(
          "  %s%s  [%s%s]  %s of %s"
              .formatted(
                  name(part),
                  " ".repeat(width - name(part).length()),
                  "#".repeat(filled),
                  " ".repeat(BAR_WIDTH - filled),
                  part.done(),
                  part.tasks()));
    }
    if (shown.size() < parts.size()) {
      bars.add("  and " + (parts.size() - shown.size()) + " more providers");
    }
    return bars;
  }

  private static String name(BagResponse.Part part) {
    return Printable.of(part.provider());
  }

  private void printLine(BagResponse bag) {
    StringBuilder line =
        new StringBuilder("%s, %d of %d done".formatted(bag.state(), bag.done(), bag.tasks()));
    if (bag.failedTasks() > 0) {
      line.append(", ").append(bag.failedTasks()).append(" failed");
    }
    line.append(FailedAttemptsText.inLine(bag));
    if (bag.promise() != null) {
      line.append(", promised by ").append(TimeFormat.local(bag.promise().by()));
    }
    if (bag.forecast() != null) {
      line.append(", expected by ").append(TimeFormat.local(bag.forecast()));
    }
    if (!line.toString().equals(lastLine)) {
      lastLine = line.toString();
      out.println(TimeFormat.local(Instant.now()) + "  " + bag.id() + " " + line);
    }
  }
}
