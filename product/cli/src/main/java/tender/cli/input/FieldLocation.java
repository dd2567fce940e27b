package tender.cli.input;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;

/**
 * A place in a document, such as {@code offers[3].tasks}, counted from 0. Every complaint about a
 * document is made by the place it is about, so that all of them look alike.
 */
public final class FieldLocation {
  private final Document document;
  private final @Nullable FieldLocation parent;

  /** Of the field; null for an item of a list. */
  private final @Nullable String name;

  private final int index;

  private FieldLocation(Document document, @Nullable FieldLocation parent, @Nullable String name, int index) {
    this.document = document;
    this.parent = parent;
    this.name = name;
    this.index = index;
  }

  static FieldLocation top(Document document) {
    return new FieldLocation(document, null, null, 0);
  }

  /** The place of a field. */
  public FieldLocation field(String name) {
    return new FieldLocation(document, this, name, 0);
  }

  /** The place of an item of a list. */
  public FieldLocation item(int index) {
    return new FieldLocation(document, this, null, index);
  }

  /** The field of this place, with the text that is written there. */
  public FieldValue value(String name, @Nullable String text) {
    return new FieldValue(field(name), name, text);
  }

  /** This place, an item of a list of values, with the text that is written there. */
  public FieldValue asValue(@Nullable String text) {
    return new FieldValue(this, "- ", text);
  }

  /** What stands at this place, which must not be left out. */
  public <T> T required(@Nullable T content) {
    if (content == null) {
      throw error("is missing or empty.", "Add it; --help shows what a whole file looks like.");
    }
    return content;
  }

  /** Reads each item of the list at this place; a list that is left out has none. */
  public <T, R> List<R> each(@Nullable List<@Nullable T> items, BiFunction<T, FieldLocation, R> read) {
    List<R> results = new ArrayList<>();
    for (int i = 0; items != null && i < items.size(); i++) {
      FieldLocation place = item(i);
      results.add(read.apply(place.required(items.get(i)), place));
    }
    return results;
  }

  /** A complaint that what is given here is not what it must be. */
  public InputException mismatch(String mustBe, String advice) {
    SourcePosition finding = position();
    return finding.error(
        document, this + " is " + finding.given() + ", but must be " + mustBe + ".", advice);
  }

  /** A complaint in other words, which follow the name of this place. */
  public InputException error(String words, String advice) {
    return position().error(document, this + " " + words, advice);
  }

  /** The path from the top; the top itself is the file. */
  @Override
  public String toString() {
    if (parent == null) {
      return "the file";
    }
    if (name == null) {
      return parent + "[" + index + "]";
    }
    return (parent.parent == null ? "" : parent + ".")
        + (name.isEmpty() ? "\"\"" : Printable.of(name));
  }

  private SourcePosition position() {
    return SourcePosition.of(document, pointer());
  }

  private JsonPointer pointer() {
    if (parent == null) {
      return JsonPointer.empty();
    }
    return name == null
        ? parent.pointer().appendIndex(index)
        : parent.pointer().appendProperty(name);
  }
}
