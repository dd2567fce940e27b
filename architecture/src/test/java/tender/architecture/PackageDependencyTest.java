package tender.architecture;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

class PackageDependencyTest {
  /**
   * The packages of core. The packages compose, metascheduler and store belong to the market: they
   * see the messages of providers, but neither a provider's queue nor how it makes offers.
   */
  static final DependencyTable CORE_PACKAGES =
      DependencyTable.under("tender.core")
          .component("check")
          .component("resource", "check")
          .component("model", "check", "resource")
          .component("estimate", "check", "model")
          .component("profile", "model")
          .component("queue", "model", "profile")
          .component("node", "check", "model", "profile", "resource")
          .component("node.schedule", "model", "node", "resource")
          .component("plan", "resource", "model", "profile", "queue", "node")
          .component("plan.reschedule", "model", "profile", "queue", "node", "plan")
          .component("offer", "model", "profile", "plan")
          .component("compose", "model", "profile")
          .component("auction", "check", "model", "profile")
          .component("auction.policy", "model", "profile", "auction")
          .component("budget", "model", "profile", "auction")
          .component("budget.policy", "model", "profile", "auction", "budget")
          .component("share", "model")
          .component("promise")
          .component("chain", "model")
          .component("message", "model")
          .component("provider.state", "model", "estimate", "node", "promise", "message")
          .component(
              "provider",
              "check",
              "resource",
              "node",
              "model",
              "estimate",
              "profile",
              "queue",
              "plan",
              "plan.reschedule",
              "offer",
              "share",
              "promise",
              "message",
              "provider.state")
          .component("ledger", "model", "message")
          .component(
              "metascheduler.state",
              "check",
              "resource",
              "model",
              "compose",
              "budget",
              "message",
              "ledger")
          .component("metascheduler.placement", "model", "compose", "message", "ledger")
          .component(
              "call",
              "check",
              "resource",
              "model",
              "compose",
              "promise",
              "message",
              "metascheduler.state")
          .component(
              "metascheduler",
              "model",
              "compose",
              "budget",
              "share",
              "message",
              "ledger",
              "metascheduler.state",
              "metascheduler.placement",
              "call")
          .component("store", "model", "message", "ledger", "metascheduler.state");

  /**
   * The packages of the agent. Each batch system knows the port that it implements, and the port
   * knows none of them.
   */
  static final DependencyTable AGENT_PACKAGES =
      DependencyTable.under("tender.agent")
          .component("batch")
          .component("batch.command", "batch")
          .component("batch.folder", "batch", "batch.command")
          .component("batch.slurm", "batch", "batch.command", "batch.folder")
          .component("batch.gridengine", "batch", "batch.command", "batch.folder")
          .component("batch.process", "batch", "batch.command", "batch.folder")
          .component("batch.host", "batch", "batch.command", "batch.folder", "batch.process")
          .component("files")
          .component("link")
          .component("estimate", "batch", "batch.folder", "files")
          .component("isolation", "batch", "batch.command", "batch.folder")
          .component("container", "batch", "batch.command", "batch.folder")
          .component("pilot", "batch", "batch.folder")
          .component("owner", "batch")
          .component("retry", "batch.folder")
          .component("usage", "batch")
          .component("lending", "batch")
          .component("tasks", "batch", "batch.folder", "files")
          .component(
              "execution",
              "batch",
              "batch.folder",
              "files",
              "estimate",
              "pilot",
              "owner",
              "retry",
              "usage",
              "tasks")
          .component("reservation", "batch", "tasks", "execution")
          .component(
              "planning",
              "batch",
              "batch.folder",
              "files",
              "estimate",
              "pilot",
              "owner",
              "lending",
              "execution",
              "reservation")
          .component("telemetry", "batch", "execution")
          .component(
              DependencyTable.ROOT,
              "batch",
              "batch.command",
              "batch.folder",
              "batch.slurm",
              "batch.gridengine",
              "batch.process",
              "batch.host",
              "files",
              "link",
              "estimate",
              "isolation",
              "container",
              "pilot",
              "owner",
              "lending",
              "execution",
              "planning",
              "telemetry")
          .component("doctor.installation", DependencyTable.ROOT, "batch", "link")
          .component(
              "doctor.machine",
              DependencyTable.ROOT,
              "batch.host",
              "isolation",
              "container",
              "doctor.installation")
          .component(
              "doctor.market",
              DependencyTable.ROOT,
              "link",
              "doctor.installation",
              "doctor.machine")
          .component(
              "doctor.cluster",
              DependencyTable.ROOT,
              "batch",
              "execution",
              "isolation",
              "planning",
              "doctor.installation",
              "doctor.machine")
          .component(
              "doctor",
              DependencyTable.ROOT,
              "doctor.installation",
              "doctor.machine",
              "doctor.market",
              "doctor.cluster");

  /** The packages of the commands for users of Slurm. */
  static final DependencyTable SLURM_COMMAND_PACKAGES =
      DependencyTable.under("tender.cli.slurm")
          .component("option")
          .component("job", "option")
          .component("queue", "job")
          .component(DependencyTable.ROOT, "option", "job", "queue");

  /** No cycles between packages, in any module. */
  static ArchRule noCyclesBelow(String root) {
    return SlicesRuleDefinition.slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true);
  }

  @Test
  void corePackagesDependOnlyOnAllowedPackages() {
    CORE_PACKAGES.rule().check(ImportedClasses.MAIN);
  }

  @Test
  void serverPackagesDependOnlyOnAllowedPackages() {
    ServerPackages.TABLE.rule().check(ImportedClasses.MAIN);
  }

  @Test
  void slurmCommandPackagesDependOnlyOnAllowedPackages() {
    SLURM_COMMAND_PACKAGES.rule().check(ImportedClasses.MAIN);
  }

  @Test
  void agentPackagesDependOnlyOnAllowedPackages() {
    AGENT_PACKAGES.rule().check(ImportedClasses.MAIN);
  }

  @Test
  void packagesHaveNoCycles() {
    noCyclesBelow("tender").check(ImportedClasses.MAIN);
  }
}
