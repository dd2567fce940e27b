package tender.support.input;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;

/**
 * The location of a field in a document, such as {@code offers[3].tasks}; items count from 0. All
 * errors about a document are created here, so that they look alike.
 */
public final class FieldLocation {
  private final Document document;
  private final @Nullable FieldLocation parent;

  /** The field's name; null for an item of a list. */
  private final @Nullable String name;

  private final int index;

  private FieldLocation(
      Document document, @Nullable FieldLocation parent, @Nullable String name, int index) {
    this.document = document;
    this.parent = parent;
    this.name = name;
    this.index = index;
  }

  static FieldLocation top(Document document) {
    return new FieldLocation(document, null, null, 0);
  }

  /** The location of a field. */
  public FieldLocation field(String name) {
    return new FieldLocation(document, this, name, 0);
  }

  /** The location of an item of a list. */
  public FieldLocation item(int index) {
    return new FieldLocation(document, this, null, index);
  }

  /** A field at this location, with its raw text. */
  public FieldValue value(String name, @Nullable String text) {
    return new FieldValue(field(name), name, text);
  }

  /** This location, an item of a list of values, with its raw text. */
  public FieldValue asValue(@Nullable String text) {
    return new FieldValue(this, "- ", text);
  }

  /** The content of this location, which is mandatory. */
  public <T> T required(@Nullable T content) {
    if (content == null) {
      throw error("is missing or empty.", "Add it.");
    }
    return content;
  }

  /** Reads each item of the list at this location; an absent list has no items. */
  public <T, R> List<R> each(
      @Nullable List<@Nullable T> items, BiFunction<T, FieldLocation, R> read) {
    List<R> results = new ArrayList<>();
    for (int i = 0; items != null && i < items.size(); i++) {
      FieldLocation place = item(i);
      results.add(read.apply(place.required(items.get(i)), place));
    }
    return results;
  }

  /** An error that the value is not as required. */
  public InputException mismatch(String mustBe, String advice) {
    SourcePosition finding = position();
    return finding.error(
        document, this + " is " + finding.given() + ", but must be " + mustBe + ".", advice);
  }

  /** An error with a text of its own, which follows the name of this location. */
  public InputException error(String text, String advice) {
    return position().error(document, this + " " + text, advice);
  }

  /** The path from the root; the root is called "the file". */
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
