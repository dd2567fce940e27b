package tender.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModuleDependencyTest {
  /**
   * Each module of the build with the modules that it may depend on; a new module needs a new line.
   * No module of the product is below a research module here, so none can depend on research.
   */
  static final DependencyTable MODULES =
      DependencyTable.under("tender")
          .component("core")
          .component("testbed")
          .component("dashboard")
          .component("support", "core")
          .component("bagfile", "core", "support")
          .component("codec", "core", "support", "bagfile")
          .component("protocol", "core", "bagfile")
          .component(
              "server", "core", "support", "bagfile", "codec", "protocol", "dashboard", "testbed")
          .component(
              "agent", "core", "support", "bagfile", "codec", "protocol", "dashboard", "testbed")
          .component("cli", "core", "support", "bagfile")
          .component("cell", "core", "bagfile", "protocol", "agent", "cli")
          .component(
              "app", "core", "support", "bagfile", "server", "agent", "cli", "cell", "testbed")
          .component("workload", "core")
          .component("simulator", "core", "workload")
          .component("experiments", "core", "workload", "simulator")
          .component("bench", "core", "workload", "simulator")
          .component(
              "measure",
              "core",
              "support",
              "bagfile",
              "protocol",
              "server",
              "agent",
              "cli",
              "app",
              "testbed")
          .component(
              "fuzz", "core", "support", "bagfile", "protocol", "server", "agent", "workload")
          .component("specification")
          .component("research", "core", "support", "cli", "workload", "simulator", "experiments")
          .component(
              "architecture",
              "core",
              "testbed",
              "dashboard",
              "support",
              "bagfile",
              "codec",
              "protocol",
              "server",
              "agent",
              "cli",
              "cell",
              "app",
              "workload",
              "simulator",
              "experiments",
              "bench",
              "measure",
              "fuzz",
              "specification",
              "research");

  private final MavenModules build = MavenModules.ofThisBuild();

  /** The Maven dependencies between modules that the table does not allow. */
  static List<String> forbiddenDependencies(MavenModules build) {
    var forbidden = new ArrayList<String>();
    for (String module : build.modules()) {
      for (String other : build.dependenciesOf(module)) {
        if (!MODULES.contains(module) || !MODULES.allows(module, other)) {
          forbidden.add(module + " may not depend on " + other);
        }
      }
    }
    return forbidden;
  }

  @Test
  void classesDependOnlyOnAllowedModules() {
    MODULES.rule().check(ImportedClasses.MAIN);
  }

  @Test
  void pomsDependOnlyOnAllowedModules() {
    assertThat(forbiddenDependencies(build)).isEmpty();
  }

  @Test
  void tableListsAllModulesOfTheBuild() {
    assertThat(MODULES.components()).containsExactlyInAnyOrderElementsOf(build.modules());
  }

  /** The rules check only modules that this one depends on. */
  @Test
  void architectureDependsOnEveryModule() {
    assertThat(build.modules()).contains("architecture");
    assertThat(build.dependenciesOf("architecture"))
        .containsExactlyInAnyOrderElementsOf(
            build.modules().stream().filter(module -> !module.equals("architecture")).toList());
  }
}
