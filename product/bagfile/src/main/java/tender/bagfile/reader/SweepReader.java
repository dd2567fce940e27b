package tender.bagfile.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Parameter;
import tender.bagfile.TaskList;
import tender.support.input.FieldLocation;

/** Reads the parameters of tasks: lists of values, and ranges of whole numbers. */
final class SweepReader {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,15})-(\\d{1,15})");

  private SweepReader() {}

  /** Every combination of the values is a task. */
  static TaskList.Sweep read(Map<String, @Nullable SweepValues> sweep, FieldLocation place) {
    return read(sweep, place, TaskList.Sweep::new, "\"sweep: {seed: 1-100, n: [10, 20]}\"");
  }

  /** The values at the same position of all lists are a task. */
  static TaskList.Zip readZip(Map<String, @Nullable SweepValues> zip, FieldLocation place) {
    return read(zip, place, TaskList.Zip::new, "\"zip: {seed: 1-3, n: [10, 20, 50]}\"");
  }

  private static <T extends TaskList> T read(
      Map<String, @Nullable SweepValues> fields,
      FieldLocation place,
      Function<List<Parameter>, T> list,
      String example) {
    List<Parameter> parameters = new ArrayList<>();
    for (Map.Entry<String, @Nullable SweepValues> entry : fields.entrySet()) {
      FieldLocation at = place.field(entry.getKey());
      List<String> values = values(at.required(entry.getValue()), at);
      checked(at, example, () -> parameters.add(new Parameter(entry.getKey(), values)));
      // Before the next range is expanded, so that a short text cannot fill the memory.
      checked(place, example, () -> list.apply(parameters));
    }
    return checked(place, example, () -> list.apply(parameters));
  }

  private static <T> T checked(FieldLocation place, String example, Supplier<T> supplier) {
    try {
      return supplier.get();
    } catch (IllegalArgumentException e) {
      throw place.error("cannot be used: " + e.getMessage(), "Write for example " + example + ".");
    }
  }

  private static List<String> values(SweepValues values, FieldLocation place) {
    if (values.items() != null) {
      return place.each(values.items(), (item, _) -> item);
    }
    String text = place.required(values.text());
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      return List.of(text);
    }
    long first = Long.parseLong(range.group(1));
    long last = Long.parseLong(range.group(2));
    boolean padded = range.group(1).matches("0\\d+") || range.group(2).matches("0\\d+");
    if (padded || last < first || last - first >= TaskList.MAX_TASKS) {
      throw place.mismatch(
          "an ascending range of at most " + TaskList.MAX_TASKS + " numbers without leading zeros",
          "Write for example 1-100; to use the text as a value, put it into a list: [\"5-1\"].");
    }
    return LongStream.rangeClosed(first, last).mapToObj(Long::toString).toList();
  }
}
