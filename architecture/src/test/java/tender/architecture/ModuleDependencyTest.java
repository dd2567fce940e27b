package tender.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModuleDependencyTest {
  /** Each module, then those that it may know. A new module is a new line. */
  static final DependencyTable MODULES =
      DependencyTable.under("tender")
          .component("core")
          .component("workload", "core")
          .component("simulator", "core", "workload")
          .component("experiments", "core", "workload", "simulator")
          .component("testbed")
          .component("work", "core")
          .component("protocol", "core", "work")
          .component("observe", "core")
          .component("dashboard")
          .component("web", "work", "dashboard")
          .component("server", "core", "work", "protocol", "observe", "web", "testbed")
          .component("agent", "core", "work", "protocol", "observe", "web", "testbed")
          .component("cli", "core", "workload", "simulator", "experiments", "work")
          .component("program", "core", "testbed", "work", "server", "agent", "cli")
          .component("bench", "core", "workload", "simulator")
          .component("specification")
          .component(
              "architecture",
              "core",
              "workload",
              "simulator",
              "experiments",
              "testbed",
              "work",
              "protocol",
              "observe",
              "dashboard",
              "web",
              "server",
              "agent",
              "cli",
              "program",
              "bench",
              "specification");

  private final MavenModules poms = MavenModules.ofThisBuild();

  /** The Maven dependencies between modules that the table does not allow. */
  static List<String> forbiddenDependencies(MavenModules poms) {
    var forbidden = new ArrayList<String>();
    for (String module : poms.modules()) {
      for (String other : poms.dependenciesOf(module)) {
        if (!MODULES.contains(module) || !MODULES.allows(module, other)) {
          forbidden.add(module + " may not depend on " + other);
        }
      }
    }
    return forbidden;
  }

  @Test
  void classesKnowOnlyWhatTheirModuleMayKnow() {
    MODULES.rule().check(ImportedClasses.MAIN);
  }

  @Test
  void pomsAskOnlyForWhatTheirModuleMayKnow() {
    assertThat(forbiddenDependencies(poms)).isEmpty();
  }

  @Test
  void theTableListsTheModulesOfTheBuild() {
    assertThat(MODULES.components()).containsExactlyInAnyOrderElementsOf(poms.modules());
  }

  /** What this module does not depend on, it does not see, and no rule would be held against it. */
  @Test
  void architectureSeesEveryModule() {
    assertThat(poms.modules()).contains("architecture");
    assertThat(poms.dependenciesOf("architecture"))
        .containsExactlyInAnyOrderElementsOf(
            poms.modules().stream().filter(module -> !module.equals("architecture")).toList());
  }
}
