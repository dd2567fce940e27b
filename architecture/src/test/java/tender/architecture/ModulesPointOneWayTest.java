package tender.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModulesPointOneWayTest {
  /** Each module, then those that it may know. A new module is a new line. */
  static final Arrows MODULES =
      Arrows.under("tender")
          .part("core")
          .part("workload", "core")
          .part("simulator", "core", "workload")
          .part("experiments", "core", "workload", "simulator")
          .part("testbed")
          .part("work", "core")
          .part("protocol", "core", "work")
          .part("observe", "core")
          .part("dashboard")
          .part("web", "work", "dashboard")
          .part("server", "core", "work", "protocol", "observe", "web", "testbed")
          .part("agent", "core", "work", "protocol", "observe", "web", "testbed")
          .part("cli", "core", "workload", "simulator", "experiments", "work")
          .part("program", "core", "testbed", "work", "server", "agent", "cli")
          .part("bench", "core", "workload", "simulator")
          .part("specification")
          .part(
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

  private final Poms poms = Poms.ofThisBuild();

  /** The Maven dependencies between modules that the table does not allow. */
  static List<String> forbiddenDependencies(Poms poms) {
    var forbidden = new ArrayList<String>();
    for (String module : poms.modules()) {
      for (String other : poms.dependenciesOf(module)) {
        if (!MODULES.has(module) || !MODULES.allow(module, other)) {
          forbidden.add(module + " may not depend on " + other);
        }
      }
    }
    return forbidden;
  }

  @Test
  void classesKnowOnlyWhatTheirModuleMayKnow() {
    MODULES.rule().check(Code.MAIN);
  }

  @Test
  void pomsAskOnlyForWhatTheirModuleMayKnow() {
    assertThat(forbiddenDependencies(poms)).isEmpty();
  }

  @Test
  void theTableListsTheModulesOfTheBuild() {
    assertThat(MODULES.parts()).containsExactlyInAnyOrderElementsOf(poms.modules());
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
