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

/** Each rule is seen to fail where it should, so that none is one that cannot. */
class PlantedViolationsTest {
  private static final String IMPURE = ImportedClasses.PLANTED_ROOT + ".impure";
  private static final String PURE = ImportedClasses.PLANTED_ROOT + ".pure";

  /** A planted class, the rule that every one of its methods breaks, and what that rule says. */
  record Planted(String name, ArchRule rule, String message) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Planted> impure() {
    var all = new ArrayList<>(bans());
    all.add(new Planted("LeavesPlainJava", PurityRules.onlyPlainJava(IMPURE), "core is plain Java"));
    return all;
  }

  private static List<Planted> bans() {
    return List.of(
        new Planted("ReadsTheClock", PurityRules.noClock(), "reads the clock"),
        new Planted("DrawsRandomNumbers", PurityRules.noRandomNumbers(), "draws random numbers"),
        new Planted("StartsAThread", PurityRules.noThreads(), "starts threads"),
        new Planted("LocksAMethod", PurityRules.noSynchronizedMethods(), "modifier SYNCHRONIZED"),
        new Planted("DoesInputOutput", PurityRules.noInputOutput(), "does I/O"),
        new Planted("AsksTheMachine", PurityRules.noSystemAccess(), "asks the machine"),
        new Planted("IteratesInHashOrder", PurityRules.noHashOrder(), "iterates in hash order"),
        new Planted("UsesDefaultLocale", PurityRules.noDefaultLocale(), "the default locale"));
  }

  @ParameterizedTest
  @MethodSource("impure")
  void everyMethodOfAnImpureClassIsCaught(Planted planted) {
    String name = IMPURE + "." + planted.name();
    JavaClasses classes = ImportedClasses.PLANTED.that(HasName.Predicates.name(name));
    String report = planted.rule().evaluate(classes).getFailureReport().toString();

    assertThat(report).contains(planted.message());
    for (JavaMethod method : classes.get(name).getMethods()) {
      assertThat(report).contains("<" + name + "." + method.getName() + "(");
    }
  }

  @Test
  void whatIsPureIsLetThrough() {
    JavaClasses pure = ImportedClasses.PLANTED.that(JavaClass.Predicates.resideInAPackage(PURE));
    assertThat(pure).isNotEmpty();
    PurityRules.onlyPlainJava(PURE).check(pure);
    bans().forEach(planted -> planted.rule().check(pure));
  }

  @Test
  void aPackageOfCoreThatKnowsALaterOneIsCaught() {
    String root = ImportedClasses.PLANTED_ROOT + ".core";
    assertThat(violations(PackageDependencyTest.CORE_PACKAGES.relocatedTo(root).rule()))
        .containsExactlyInAnyOrder(
            "model may not know profile",
            "compose may not know plan",
            "compose may not know offer",
            root + ".IsInNoPackage is in no listed part of " + root,
            root + ".unlisted.IsInNoListedPackage is in no listed part of " + root);
  }

  @Test
  void aPackageOfTheServerThatKnowsALaterOneIsCaught() {
    String root = ImportedClasses.PLANTED_ROOT + ".server";
    assertThat(violations(PackageDependencyTest.SERVER_PACKAGES.relocatedTo(root).rule()))
        .containsExactlyInAnyOrder(
            "market.view may not know market",
            "rest may not know market",
            "store may not know (root)",
            root + ".unlisted.IsInNoListedPackage is in no listed part of " + root);
  }

  @Test
  void aPackageOfTheAgentThatKnowsALaterOneIsCaught() {
    String root = ImportedClasses.PLANTED_ROOT + ".agent";
    assertThat(violations(PackageDependencyTest.AGENT_PACKAGES.relocatedTo(root).rule()))
        .containsExactlyInAnyOrder(
            "batch may not know batch.slurm", "batch.process may not know batch.slurm");
  }

  @Test
  void aModuleThatKnowsAForbiddenOneIsCaught() {
    String root = ImportedClasses.PLANTED_ROOT + ".modules";
    assertThat(violations(ModuleDependencyTest.MODULES.relocatedTo(root).rule()))
        .containsExactlyInAnyOrder(
            "core may not know cli",
            "bench may not know cli",
            root + ".unlisted.IsInNoListedModule is in no listed part of " + root);
  }

  @Test
  void aPomThatAsksForAForbiddenModuleIsCaught() {
    MavenModules poms = MavenModules.ofThisBuild().below("architecture/src/test/resources/planted");
    assertThat(ModuleDependencyTest.forbiddenDependencies(poms))
        .containsExactly(
            "core may not depend on cli",
            "cli may not depend on bench",
            "unlisted may not depend on core");
  }

  @Test
  void aCycleOfPackagesIsCaught() {
    assertThat(violations(PackageDependencyTest.noCyclesBelow(ImportedClasses.PLANTED_ROOT + ".cycle")))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("Cycle detected");
  }

  @Test
  void aTableWithACycleCannotBeWritten() {
    DependencyTable arrows = DependencyTable.under("x").component("low");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> arrows.component("lower", "high"))
        .withMessageContaining("high");
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.lang.Sytem.exit", "java.lang.System.leave", "java.util.Map.of/99"})
  void aBanOnWhatDoesNotExistCannotBeWritten(String member) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ForbiddenApi.that("is misspelt").members(member))
        .withMessageStartingWith("There is no ");
  }

  /** What a rule says of the planted classes, without the places where they do it. */
  private static List<String> violations(ArchRule rule) {
    return rule.evaluate(ImportedClasses.PLANTED).getFailureReport().getDetails().stream()
        .map(detail -> detail.replaceFirst(": .*", ""))
        .distinct()
        .toList();
  }
}
