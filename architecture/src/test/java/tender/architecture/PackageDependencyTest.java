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
   * The packages of the server. The API knows nothing of how it is implemented, and REST knows only
   * the API. The package that speaks with agents knows neither the engine, which it reaches through
   * a port, nor the database.
   */
  static final DependencyTable SERVER_PACKAGES =
      DependencyTable.under("tender.server")
          .component("model")
          .component("api.view.task")
          .component("api.view", "model")
          .component("api", "model", "api.view.task", "api.view")
          .component("objects")
          .component("store.sql")
          .component("store.ledger", "model", "store.sql")
          .component("store.bags", "model", "store.sql", "store.ledger")
          .component("store.identity", "model", "store.sql")
          .component("store.uploads", "model", "objects", "store.sql")
          .component(
              "store.content", "model", "objects", "store.sql", "store.identity", "store.uploads")
          .component("store.auction", "model", "store.sql", "store.identity")
          .component("store.retention", "model", "store.sql")
          .component("store.restore", "model", "store.sql")
          .component("store.audit", "model", "store.sql")
          .component(
              "store",
              "model",
              "objects",
              "store.sql",
              "store.ledger",
              "store.bags",
              "store.uploads",
              "store.content",
              "store.identity",
              "store.auction",
              "store.retention",
              "store.restore",
              "store.audit")
          .component("audit", "model", "store", "store.audit")
          .component("agents.rejection")
          .component("agents.certificates", "agents.rejection")
          .component("agents.limits")
          .component("agents", "agents.rejection", "agents.certificates", "agents.limits")
          .component("engine.auction", "model", "store.auction")
          .component(
              "engine",
              "model",
              "store",
              "store.bags",
              "store.content",
              "store.identity",
              "store.auction",
              "store.retention",
              "store.restore",
              "store.audit")
          .component(
              "engine.agents",
              "model",
              "store",
              "store.bags",
              "store.uploads",
              "store.content",
              "store.identity",
              "store.auction",
              "store.retention",
              "store.restore",
              "agents.rejection",
              "agents.certificates",
              "agents",
              "engine")
          .component(
              "bags",
              "model",
              "api.view.task",
              "api.view",
              "api",
              "store",
              "store.bags",
              "store.uploads",
              "store.content",
              "store.ledger",
              "store.identity",
              "store.auction",
              "store.retention",
              "store.restore",
              "audit",
              "engine")
          .component("rest.json", "model", "api.view.task", "api.view")
          .component("access", "model", "api", "store.identity", "bags")
          .component("oidc")
          .component("login", "model", "api", "store", "store.identity", "bags", "oidc")
          .component("rest.authentication", "model")
          .component(
              "rest",
              "model",
              "api.view.task",
              "api.view",
              "api",
              "rest.json",
              "rest.authentication")
          .component("telemetry", "model", "api.view", "engine", "rest")
          .component(
              DependencyTable.ROOT,
              "model",
              "objects",
              "api.view",
              "api",
              "store",
              "store.bags",
              "store.content",
              "store.ledger",
              "store.identity",
              "store.auction",
              "agents.certificates",
              "agents.limits",
              "agents",
              "engine.auction",
              "engine",
              "engine.agents",
              "audit",
              "store.audit",
              "bags",
              "access",
              "oidc",
              "login",
              "rest.authentication",
              "rest",
              "telemetry")
          .component("doctor.installation", DependencyTable.ROOT, "store", "store.sql")
          .component(
              "doctor.database",
              DependencyTable.ROOT,
              "store",
              "store.sql",
              "store.identity",
              "agents.certificates",
              "doctor.installation")
          .component("doctor.access", DependencyTable.ROOT, "doctor.installation")
          .component(
              "doctor",
              DependencyTable.ROOT,
              "doctor.installation",
              "doctor.database",
              "doctor.access");

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
    SERVER_PACKAGES.rule().check(ImportedClasses.MAIN);
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
