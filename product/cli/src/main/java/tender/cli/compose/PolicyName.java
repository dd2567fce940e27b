package tender.cli.compose;

import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import tender.cli.input.NameLookup;
import tender.core.compose.CompositionPolicies;
import tender.core.compose.CompositionPolicy;
import tender.core.compose.EarliestCompletion;
import tender.core.compose.FreeTimeSlots;

/** A composing policy and its name on the command line. */
record PolicyName(String name, CompositionPolicy composer) {
  static final PolicyName EARLIEST = named("earliest");

  static PolicyName named(String name) {
    return new PolicyName(name, NameLookup.find(CompositionPolicies.all(), "policy", name));
  }

  /** Whether it fills free slots and ignores offers. */
  boolean usesSlots() {
    return composer instanceof FreeTimeSlots;
  }

  /** Whether it balances the load; where it cannot, it composes the earliest completion. */
  boolean balances() {
    return !usesSlots() && !(composer instanceof EarliestCompletion);
  }

  @Override
  public String toString() {
    return name;
  }

  /** Lists the names for picocli. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return CompositionPolicies.all().keySet().iterator();
    }
  }

  /** Converts a name for picocli. */
  static final class Converter implements ITypeConverter<PolicyName> {
    @Override
    public PolicyName convert(String name) {
      return named(name);
    }
  }
}
