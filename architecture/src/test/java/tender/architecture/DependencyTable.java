package tender.architecture;

import static java.util.Objects.requireNonNull;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvent;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A table of parts, the packages under a root, and of which other parts each may know. A package
 * below a part belongs to it, unless it is a part of its own, such as {@code market.view}. A part
 * can only be given arrows to parts above it in the table, so no table has a cycle.
 */
final class DependencyTable {
  /** The part of the classes that are right in the root. */
  static final String ROOT = "(root)";

  private final String root;
  private final Map<String, Set<String>> allowed = new LinkedHashMap<>();

  private DependencyTable(String root) {
    this.root = root;
  }

  static DependencyTable under(String root) {
    return new DependencyTable(root);
  }

  DependencyTable component(String name, String... mayKnow) {
    for (String other : mayKnow) {
      if (!allowed.containsKey(other)) {
        throw new IllegalArgumentException(
            name + " may only know what is above it in the table, but " + other + " is not.");
      }
    }
    allowed.put(name, Set.of(mayKnow));
    return this;
  }

  /** The same table for another root, where violations are planted. */
  DependencyTable relocatedTo(String otherRoot) {
    var moved = new DependencyTable(otherRoot);
    moved.allowed.putAll(allowed);
    return moved;
  }

  boolean contains(String part) {
    return allowed.containsKey(part);
  }

  boolean allows(String from, String to) {
    return from.equals(to) || requireNonNull(allowed.get(from), from).contains(to);
  }

  Set<String> components() {
    return allowed.keySet();
  }

  /** Holds when every class under the root is in a part and knows only what its part may know. */
  ArchRule rule() {
    return ArchRuleDefinition.classes()
        .that(areUnderTheRoot())
        .should(dependOnlyOnAllowedComponents())
        .allowEmptyShould(true);
  }

  private DescribedPredicate<JavaClass> areUnderTheRoot() {
    return DescribedPredicate.describe("are under " + root, this::isUnderTheRoot);
  }

  private ArchCondition<JavaClass> dependOnlyOnAllowedComponents() {
    return new ArchCondition<>("know only what the table of arrows lets them") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Optional<String> from = componentOf(type);
        if (from.isEmpty()) {
          events.add(violated(type, type.getName() + " is in no listed part of " + root));
          return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          componentOf(dependency.getTargetClass().getBaseComponentType())
              .filter(to -> !allows(from.get(), to))
              .map(to -> from.get() + " may not know " + to + ": " + dependency.getDescription())
              .ifPresent(message -> events.add(violated(type, message)));
        }
      }
    };
  }

  private static ConditionEvent violated(JavaClass type, String message) {
    return SimpleConditionEvent.violated(type, message);
  }

  private boolean isUnderTheRoot(JavaClass type) {
    return (type.getPackageName() + ".").startsWith(root + ".");
  }

  private Optional<String> componentOf(JavaClass type) {
    if (!isUnderTheRoot(type)) {
      return Optional.empty();
    }
    if (type.getPackageName().equals(root)) {
      return Optional.of(ROOT).filter(this::contains);
    }
    String part = type.getPackageName().substring(root.length() + 1);
    while (!contains(part) && part.contains(".")) {
      part = part.substring(0, part.lastIndexOf('.'));
    }
    return Optional.of(part).filter(this::contains);
  }
}
