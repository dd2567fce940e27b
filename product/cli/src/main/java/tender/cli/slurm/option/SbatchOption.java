package tender.cli.slurm.option;

import java.util.ArrayList;
import java.util.List;

/**
 * An option of {@code sbatch}.
 *
 * @param name its long name, without hyphens
 * @param letter its short form; empty if it has none
 * @param variable the environment variable that sets it; empty if there is none
 * @param argument the label of its argument; empty if it has none, in brackets if it is optional
 * @param note what it does, or why it is ignored or refused
 */
public record SbatchOption(
    Fate fate, String name, String letter, String variable, String argument, String note) {
  private static final String OPTIONAL = "[=";

  /** Whether the option is written without an argument. */
  public boolean isFlag() {
    return argument.isEmpty();
  }

  /** Whether the argument can be left out; it is then joined by an equals sign. */
  boolean hasOptionalArgument() {
    return argument.startsWith(OPTIONAL);
  }

  /** The label of the argument. */
  String label() {
    return hasOptionalArgument()
        ? argument.substring(OPTIONAL.length(), argument.length() - 1)
        : argument;
  }

  /** The option as it is written on a command line, the long form last. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    if (!letter.isEmpty()) {
      names.add("-" + letter);
    }
    names.add(toString());
    return names;
  }

  /** The option with a value, as a user writes it. */
  public String written(String value) {
    return value.isEmpty() || isFlag() ? toString() : this + "=" + value;
  }

  @Override
  public String toString() {
    return "--" + name;
  }
}
