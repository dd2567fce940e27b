package tender.cli.compose;

import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import tender.cli.input.Named;
import tender.core.compose.Composer;
import tender.core.compose.Composers;
import tender.core.compose.EarliestCompletion;
import tender.core.compose.FreeTimeSlots;

/** A way of composing offers, by the name under which people ask for it. */
record Policy(String name, Composer composer) {
  static final Policy EARLIEST = named("earliest");

  static Policy named(String name) {
    return new Policy(name, Named.find(Composers.all(), "policy", name));
  }

  /** Whether it fills free slots, and does not look at offers. */
  boolean usesSlots() {
    return composer instanceof FreeTimeSlots;
  }

  /** Whether it spreads the load, and only where it cannot composes the earliest completion. */
  boolean balances() {
    return !usesSlots() && !(composer instanceof EarliestCompletion);
  }

  @Override
  public String toString() {
    return name;
  }

  /** Lists the names to picocli. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Composers.all().keySet().iterator();
    }
  }

  /** Reads a name for picocli. */
  static final class Converter implements ITypeConverter<Policy> {
    @Override
    public Policy convert(String name) {
      return named(name);
    }
  }
}
