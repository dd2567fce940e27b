package tender.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that each rule detects planted violations. */
class PlantedViolationsTest {
  private static final String IMPURE = ImportedClasses.PLANTED_ROOT + ".impure";
  private static final String PURE = ImportedClasses.PLANTED_ROOT + ".pure";

  /** A planted class, the rule that each of its methods breaks, and a text of the rule's report. */
  record Planted(String name, ArchRule rule, String message) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Planted> impure() {
    var all = new ArrayList<>(forbiddenApis());
    all.add(
        new Planted("UsesOtherLibraries", PurityRules.onlyPlainJava(IMPURE), "core is plain Java"));
    return all;
  }

  private static List<Planted> forbiddenApis() {
    return List.of(
        new Planted("ReadsTheClock", PurityRules.noClock(), "reads the clock"),
        new Planted("DrawsRandomNumbers", PurityRules.noRandomNumbers(), "draws random numbers"),
        new Planted("StartsAThread", PurityRules.noThreads(), "starts threads"),
        new Planted("LocksAMethod", PurityRules.noSynchronizedMethods(), "modifier SYNCHRONIZED"),
        new Planted("DoesInputOutput", PurityRules.noInputOutput(), "does I/O"),
        new Planted("AccessesSystem", PurityRules.noSystemAccess(), "accesses the system"),
        new Planted("IteratesInHashOrder", PurityRules.noHashOrder(), "iterates in hash order"),
        new Planted("UsesDefaultLocale", PurityRules.noDefaultLocale(), "the default locale"));
  }

  @ParameterizedTest
  @MethodSource("impure")
  void everyImpureMethodIsReported(Planted planted) {
    String name = IMPURE + "." + planted.name();
    JavaClasses classes = ImportedClasses.PLANTED.that(HasName.Predicates.name(name));
    String report = planted.rule().evaluate(classes).getFailureReport().toString();

    assertThat(report).contains(planted.message());
    for (JavaMethod method : classes.get(name).getMethods()) {
      assertThat(report).contains("<" + name + "." + method.getName() + "(");
    }
  }

  @Test
  void pureCodeIsAccepted() {
    JavaClasses pure = ImportedClasses.PLANTED.that(JavaClass.Predicates.resideInAPackage(PURE));
    assertThat(pure).isNotEmpty();
    PurityRules.onlyPlainJava(PURE).check(pure);
    forbiddenApis().forEach(planted -> planted.rule().check(pure));
  }

  @Test
  void forbiddenCorePackageDependencyIsReported() {
    String root = ImportedClasses.PLANTED_ROOT + ".core";
    assertThat(violations(PackageDependencyTest.CORE_PACKAGES.relocatedTo(root).rule()))
        .containsExactlyInAnyOrder(
            "model may not depend on profile",
            "compose may not depend on plan",
            "compose may not depend on offer",
            root + ".InCoreRoot is in no listed component of " + root,
            root + ".unlisted.InUnlistedCorePackage is in no listed component of " + root);
  }

  @Test
  void forbiddenServerPackageDependencyIsReported() {
    String root = ImportedClasses.PLANTED_ROOT + ".server";
    assertThat(violations(ServerPackages.TABLE.relocatedTo(root).rule()))
        .containsExactlyInAnyOrder(
            "api.view may not depend on engine",
            "rest may not depend on engine",
            "store may not depend on (root)",
            root + ".unlisted.InUnlistedServerPackage is in no listed component of " + root);
  }

  @Test
  void forbiddenAgentPackageDependencyIsReported() {
    String root = ImportedClasses.PLANTED_ROOT + ".agent";
    assertThat(violations(PackageDependencyTest.AGENT_PACKAGES.relocatedTo(root).rule()))
        .containsExactlyInAnyOrder(
            "batch may not depend on batch.slurm", "batch.process may not depend on batch.slurm");
  }

  @Test
  void forbiddenModuleDependencyIsReported() {
    String root = ImportedClasses.PLANTED_ROOT + ".modules";
    assertThat(violations(ModuleDependencyTest.MODULES.relocatedTo(root).rule()))
        .containsExactlyInAnyOrder(
            "core may not depend on cli",
            "bench may not depend on cli",
            root + ".unlisted.InUnlistedModule is in no listed component of " + root);
  }

  @Test
  void forbiddenPomDependencyIsReported() {
    MavenModules build =
        MavenModules.ofThisBuild().below("architecture/src/test/resources/planted");
    assertThat(ModuleDependencyTest.forbiddenDependencies(build))
        .containsExactly(
            "core may not depend on cli",
            "cli may not depend on bench",
            "unlisted may not depend on core");
  }

  @Test
  void packageCycleIsReported() {
    assertThat(
            violations(
                PackageDependencyTest.noCyclesBelow(ImportedClasses.PLANTED_ROOT + ".cycle")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("Cycle detected");
  }

  @Test
  void dependencyOnALaterComponentIsRejected() {
    DependencyTable table = DependencyTable.under("x").component("low");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.component("lower", "high"))
        .withMessageContaining("high");
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.lang.Sytem.exit", "java.lang.System.leave", "java.util.Map.of/99"})
  void unknownForbiddenMemberIsRejected(String member) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ForbiddenApi.that("is misspelt").members(member))
        .withMessageStartingWith("No such ");
  }

  /** The reported violations of the planted classes, without their locations. */
  private static List<String> violations(ArchRule rule) {
    return rule.evaluate(ImportedClasses.PLANTED).getFailureReport().getDetails().stream()
        .map(detail -> detail.replaceFirst(": .*", ""))
        .distinct()
        .toList();
  }
}
