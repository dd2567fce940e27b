package tender.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;

/**
 * The rules for pure code: the same arguments give the same result, on every machine and in every
 * run. The first rule allows few packages; the others forbid the impure API in these packages.
 */
final class PurityRules {
  private static final List<String> PLAIN_JAVA =
      List.of(
          "java.lang",
          "java.lang.annotation",
          "java.util",
          "java.util.function",
          "java.util.stream",
          // The compiler generates uses of these for lambdas, records and switches.
          "java.lang.invoke",
          "java.lang.runtime",
          "org.jspecify.annotations");

  private static final ForbiddenApi CLOCK =
      ForbiddenApi.that("reads the clock")
          .packagesBelow("java.time")
          .types(
              "java.util.Calendar",
              "java.util.Date",
              "java.util.GregorianCalendar",
              "java.util.SimpleTimeZone",
              "java.util.TimeZone")
          .members("java.lang.System.currentTimeMillis", "java.lang.System.nanoTime");

  private static final ForbiddenApi RANDOM_NUMBERS =
      ForbiddenApi.that("draws random numbers")
          .packagesBelow("java.util.random")
          .types(
              "java.security.SecureRandom",
              "java.util.Random",
              "java.util.SplittableRandom",
              "java.util.concurrent.ThreadLocalRandom")
          .members(
              "java.lang.Math.random",
              "java.lang.StrictMath.random",
              "java.util.Collections.shuffle",
              "java.util.UUID.randomUUID");

  private static final ForbiddenApi THREADS =
      ForbiddenApi.that("starts threads or waits for them")
          .packagesBelow("java.util.concurrent")
          .types(
              "java.lang.InheritableThreadLocal",
              "java.lang.ScopedValue",
              "java.lang.Thread",
              "java.lang.Thread$Builder",
              "java.lang.ThreadGroup",
              "java.lang.ThreadLocal",
              "java.util.Timer",
              "java.util.TimerTask")
          .members(
              "java.lang.Object#notify/0",
              "java.lang.Object#notifyAll/0",
              "java.lang.Object#wait",
              "java.util.Arrays.parallelPrefix",
              "java.util.Arrays.parallelSetAll",
              "java.util.Arrays.parallelSort",
              "java.util.Collection#parallelStream",
              "java.util.stream.BaseStream#parallel");

  private static final ForbiddenApi INPUT_OUTPUT =
      ForbiddenApi.that("does I/O")
          .packagesBelow("java.io", "java.net", "java.nio", "java.sql", "java.util.logging")
          .types(
              "java.lang.Process",
              "java.lang.ProcessBuilder",
              "java.lang.ProcessHandle",
              "java.lang.Runtime",
              "java.util.Properties",
              "java.util.ResourceBundle",
              "java.util.Scanner",
              "java.util.ServiceLoader")
          .members(
              "java.lang.Boolean.getBoolean",
              "java.lang.Class.getResource",
              "java.lang.Class.getResourceAsStream",
              "java.lang.Integer.getInteger",
              "java.lang.Long.getLong",
              "java.lang.Throwable#printStackTrace");

  /** Includes clocks and I/O, and everything that a later JDK adds. */
  private static final ForbiddenApi SYSTEM_ACCESS =
      ForbiddenApi.that("accesses the system").membersOf("java.lang.System", "arraycopy");

  private static final ForbiddenApi HASH_ORDER =
      ForbiddenApi.that("iterates in hash order")
          .types(
              "java.util.HashMap",
              "java.util.HashSet",
              "java.util.Hashtable",
              "java.util.IdentityHashMap",
              "java.util.WeakHashMap")
          .members(
              "java.lang.System.identityHashCode",
              "java.util.Map.copyOf",
              "java.util.Map.of",
              "java.util.Map.ofEntries",
              "java.util.Set.copyOf",
              "java.util.Set.of",
              "java.util.stream.Collectors.groupingBy/1",
              "java.util.stream.Collectors.groupingBy/2",
              "java.util.stream.Collectors.groupingByConcurrent",
              "java.util.stream.Collectors.partitioningBy",
              "java.util.stream.Collectors.toConcurrentMap",
              "java.util.stream.Collectors.toMap/2",
              "java.util.stream.Collectors.toMap/3",
              "java.util.stream.Collectors.toSet",
              "java.util.stream.Collectors.toUnmodifiableMap",
              "java.util.stream.Collectors.toUnmodifiableSet");

  private static final ForbiddenApi DEFAULT_LOCALE =
      ForbiddenApi.that("depends on the default locale")
          .types("java.util.Formatter")
          .members(
              "java.lang.String.format/2",
              "java.lang.String.formatted",
              "java.lang.String.toLowerCase/0",
              "java.lang.String.toUpperCase/0",
              "java.util.Locale.getDefault");

  private PurityRules() {}

  /** Packages below {@code own} may depend on each other and on plain Java. */
  static ArchRule onlyPlainJava(String own) {
    return ArchRuleDefinition.classes()
        .should()
        .onlyDependOnClassesThat(arePlainJavaOrBelow(own))
        .because("core is plain Java and leaves all side effects to its callers")
        .allowEmptyShould(true);
  }

  static ArchRule noClock() {
    return rule(CLOCK, "callers pass the time to core");
  }

  static ArchRule noRandomNumbers() {
    return rule(RANDOM_NUMBERS, "callers pass random values to core");
  }

  static ArchRule noThreads() {
    return rule(THREADS, "core runs in its caller's thread");
  }

  static ArchRule noSynchronizedMethods() {
    return ArchRuleDefinition.methods()
        .should()
        .notHaveModifier(JavaModifier.SYNCHRONIZED)
        .because("core runs in its caller's thread")
        .allowEmptyShould(true);
  }

  static ArchRule noInputOutput() {
    return rule(INPUT_OUTPUT, "core returns effects and its callers carry them out");
  }

  static ArchRule noSystemAccess() {
    return rule(SYSTEM_ACCESS, "core gives the same result on every machine");
  }

  static ArchRule noHashOrder() {
    return rule(HASH_ORDER, "every run must be reproducible");
  }

  static ArchRule noDefaultLocale() {
    return rule(DEFAULT_LOCALE, "core gives the same result on every machine");
  }

  private static ArchRule rule(ForbiddenApi ban, String because) {
    return ArchRuleDefinition.classes()
        .should(ban.condition())
        .because(because)
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaClass> arePlainJavaOrBelow(String own) {
    return DescribedPredicate.describe(
        "are in " + own + " or in " + String.join(", ", PLAIN_JAVA),
        target -> {
          JavaClass type = target.getBaseComponentType();
          return type.isPrimitive()
              || PLAIN_JAVA.contains(type.getPackageName())
              || (type.getPackageName() + ".").startsWith(own + ".");
        });
  }
}
