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
 * A table of components, which are the packages under a root, and of the components that each may
 * depend on. A package below a component belongs to it, unless the table lists that package as
 * well, such as {@code api.view}. A component may depend only on components above it in the table,
 * so no table has a cycle.
 */
final class DependencyTable {
  /** The component of the classes directly in the root. */
  static final String ROOT = "(root)";

  private final String root;
  private final Map<String, Set<String>> allowed = new LinkedHashMap<>();

  private DependencyTable(String root) {
    this.root = root;
  }

  static DependencyTable under(String root) {
    return new DependencyTable(root);
  }

  DependencyTable component(String name, String... mayDependOn) {
    for (String other : mayDependOn) {
      if (!allowed.containsKey(other)) {
        throw new IllegalArgumentException(
            name
                + " may depend only on components above it in the table; "
                + other
                + " is not above.");
      }
    }
    allowed.put(name, Set.of(mayDependOn));
    return this;
  }

  /** The same table for another root, which contains planted violations. */
  DependencyTable relocatedTo(String otherRoot) {
    var moved = new DependencyTable(otherRoot);
    moved.allowed.putAll(allowed);
    return moved;
  }

  boolean contains(String component) {
    return allowed.containsKey(component);
  }

  boolean allows(String from, String to) {
    return from.equals(to) || requireNonNull(allowed.get(from), from).contains(to);
  }

  Set<String> components() {
    return allowed.keySet();
  }

  /** Every class under the root is in a component and uses only allowed components. */
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
    return new ArchCondition<>("depend only on components that the table allows") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Optional<String> from = componentOf(type);
        if (from.isEmpty()) {
          events.add(violated(type, type.getName() + " is in no listed component of " + root));
          return;
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          componentOf(dependency.getTargetClass().getBaseComponentType())
              .filter(to -> !allows(from.get(), to))
              .map(
                  to ->
                      from.get() + " may not depend on " + to + ": " + dependency.getDescription())
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
    String component = type.getPackageName().substring(root.length() + 1);
    while (!contains(component) && component.contains(".")) {
      component = component.substring(0, component.lastIndexOf('.'));
    }
    return Optional.of(component).filter(this::contains);
  }
}
