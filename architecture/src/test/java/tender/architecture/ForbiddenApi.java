package tender.architecture;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * Types and members that must not be used, and why. Each must exist, because a misspelt name would
 * never match.
 */
final class ForbiddenApi {
  private final String reason;
  private final List<Predicate<JavaClass>> types = new ArrayList<>();
  private final List<Predicate<AccessTarget>> members = new ArrayList<>();

  private ForbiddenApi(String reason) {
    this.reason = reason;
  }

  /** API that does something forbidden, such as "reads the clock". */
  static ForbiddenApi that(String reason) {
    return new ForbiddenApi(reason);
  }

  ForbiddenApi types(String... names) {
    for (String name : names) {
      load(name);
      types.add(type -> type.getName().equals(name));
    }
    return this;
  }

  ForbiddenApi packagesBelow(String... names) {
    for (String name : names) {
      types.add(type -> (type.getPackageName() + ".").startsWith(name + "."));
    }
    return this;
  }

  /** Forbids members; see {@link Member#parse} for the notation. */
  ForbiddenApi members(String... written) {
    for (String one : written) {
      members.add(Member.parse(one)::isTargetOf);
    }
    return this;
  }

  /** Forbids all members of a type but one. */
  ForbiddenApi membersOf(String type, String exception) {
    load(type);
    members.add(
        target -> target.getOwner().getName().equals(type) && !target.getName().equals(exception));
    return this;
  }

  ArchCondition<JavaClass> condition() {
    return new ArchCondition<>("use nothing that " + reason) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          if (anyMatches(types, dependency.getTargetClass().getBaseComponentType())) {
            report(type, dependency.getDescription(), events);
          }
        }
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
          if (anyMatches(members, access.getTarget())) {
            report(type, access.getDescription(), events);
          }
        }
      }
    };
  }

  private void report(JavaClass type, String use, ConditionEvents events) {
    events.add(SimpleConditionEvent.violated(type, use + ", which " + reason));
  }

  private static <T> boolean anyMatches(List<Predicate<T>> predicates, T candidate) {
    return predicates.stream().anyMatch(predicate -> predicate.test(candidate));
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ForbiddenApi.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("No such type: " + name, e);
    }
  }

  /** A method; if {@code parameters} is present, only the overloads with that many parameters. */
  private record Member(String owner, String name, boolean ofSubtypes, OptionalInt parameters) {
    /**
     * Parses a member in one of these notations:
     *
     * <ul>
     *   <li>{@code java.util.Set.of}: the methods of that name in exactly that type;
     *   <li>{@code java.util.stream.Collectors.toMap/2}: only the overload with two parameters;
     *   <li>{@code java.util.Collection#parallelStream}: also when called on a subtype.
     * </ul>
     */
    static Member parse(String written) {
      String[] halves = written.split("/", 2);
      String path = halves[0];
      int end = Math.max(path.lastIndexOf('.'), path.indexOf('#'));
      var parameters =
          halves.length == 1 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(halves[1]));
      var member =
          new Member(
              path.substring(0, end), path.substring(end + 1), path.charAt(end) == '#', parameters);
      if (!member.exists()) {
        throw new IllegalArgumentException("No such method: " + written);
      }
      return member;
    }

    boolean isTargetOf(AccessTarget target) {
      return target instanceof CodeUnitAccessTarget method
          && method.getName().equals(name)
          && hasOwner(method.getOwner())
          && has(method.getRawParameterTypes().size());
    }

    private boolean hasOwner(JavaClass type) {
      return ofSubtypes ? type.isAssignableTo(owner) : type.getName().equals(owner);
    }

    private boolean has(int count) {
      return parameters.isEmpty() || parameters.getAsInt() == count;
    }

    private boolean exists() {
      return Arrays.stream(load(owner).getMethods())
          .anyMatch(method -> method.getName().equals(name) && has(method.getParameterCount()));
    }
  }
}
