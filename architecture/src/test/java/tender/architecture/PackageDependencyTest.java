package tender.architecture;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

class PackageDependencyTest {
  /**
   * A package of core may know those above it. But compose, metascheduler and store are on the
   * other side: they see what providers say, and never a provider's queue or how an offer was made.
   */
  static final DependencyTable CORE_PACKAGES =
      DependencyTable.under("tender.core")
          .component("model")
          .component("estimate", "model")
          .component("profile", "model")
          .component("queue", "model", "profile")
          .component("plan", "model", "profile", "queue")
          .component("offer", "model", "profile", "plan")
          .component("compose", "model", "profile")
          .component("auction", "model", "profile")
          .component("budget", "model", "profile", "auction")
          .component("share", "model")
          .component("promise")
          .component("message", "model")
          .component(
              "provider",
              "model",
              "profile",
              "queue",
              "plan",
              "offer",
              "share",
              "promise",
              "message")
          .component("ledger", "model", "message")
          .component("metascheduler", "model", "compose", "share", "message", "ledger")
          .component("store", "model", "message", "ledger", "metascheduler");

  /**
   * What people see knows nothing of how it is kept, and those who answer people know nothing else.
   * What speaks with agents knows neither the market, which it is told by a port, nor the database.
   */
  static final DependencyTable SERVER_PACKAGES =
      DependencyTable.under("tender.server")
          .component("market.view")
          .component("store", "market.view")
          .component("agents")
          .component("market.auction", "market.view", "store")
          .component("market", "market.view", "market.auction", "store", "agents")
          .component("rest", "market.view")
          .component("observe", "market.view", "market", "rest")
          .component(
              DependencyTable.ROOT,
              "market.view",
              "market.auction",
              "store",
              "agents",
              "market",
              "rest",
              "observe");

  /** The batch systems know the port that they fill, and it knows none of them. */
  static final DependencyTable AGENT_PACKAGES =
      DependencyTable.under("tender.agent")
          .component("batch")
          .component("batch.slurm", "batch")
          .component("batch.gridengine", "batch")
          .component("batch.process", "batch")
          .component("batch.host", "batch", "batch.process")
          .component("files")
          .component("link")
          .component("estimate", "batch", "files")
          .component("provider", "batch", "files", "estimate")
          .component("page", "provider")
          .component("observe", "batch", "provider")
          .component(
              DependencyTable.ROOT,
              "batch",
              "batch.slurm",
              "batch.gridengine",
              "batch.process",
              "batch.host",
              "files",
              "link",
              "estimate",
              "provider",
              "page",
              "observe");

  /** Every package is a slice, in every module. */
  static ArchRule noCyclesBelow(String root) {
    return SlicesRuleDefinition.slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true);
  }

  @Test
  void aPackageOfCoreKnowsOnlyThoseAboveIt() {
    CORE_PACKAGES.rule().check(ImportedClasses.MAIN);
  }

  @Test
  void aPackageOfTheServerKnowsOnlyThoseAboveIt() {
    SERVER_PACKAGES.rule().check(ImportedClasses.MAIN);
  }

  @Test
  void aPackageOfTheAgentKnowsOnlyThoseAboveIt() {
    AGENT_PACKAGES.rule().check(ImportedClasses.MAIN);
  }

  @Test
  void noPackagesFormACycle() {
    noCyclesBelow("tender").check(ImportedClasses.MAIN);
  }
}
