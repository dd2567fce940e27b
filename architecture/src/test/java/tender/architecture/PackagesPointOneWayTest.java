package tender.architecture;

import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

class PackagesPointOneWayTest {
  /**
   * A package of core may know those above it. But compose, metascheduler and store are on the
   * other side: they see what providers say, and never a provider's queue or how an offer was made.
   */
  static final Arrows CORE_PACKAGES =
      Arrows.under("tender.core")
          .part("model")
          .part("estimate", "model")
          .part("profile", "model")
          .part("queue", "model", "profile")
          .part("plan", "model", "profile", "queue")
          .part("offer", "model", "profile", "plan")
          .part("compose", "model", "profile")
          .part("auction", "model", "profile")
          .part("budget", "model", "profile", "auction")
          .part("share", "model")
          .part("promise")
          .part("message", "model")
          .part(
              "provider",
              "model",
              "profile",
              "queue",
              "plan",
              "offer",
              "share",
              "promise",
              "message")
          .part("ledger", "model", "message")
          .part("metascheduler", "model", "compose", "share", "message", "ledger")
          .part("store", "model", "message", "ledger", "metascheduler");

  /**
   * What people see knows nothing of how it is kept, and those who answer people know nothing else.
   * What speaks with agents knows neither the market, which it is told by a port, nor the database.
   */
  static final Arrows SERVER_PACKAGES =
      Arrows.under("tender.server")
          .part("market.view")
          .part("store", "market.view")
          .part("agents")
          .part("market.auction", "market.view", "store")
          .part("market", "market.view", "market.auction", "store", "agents")
          .part("rest", "market.view")
          .part("observe", "market.view", "market", "rest")
          .part(
              Arrows.ROOT,
              "market.view",
              "market.auction",
              "store",
              "agents",
              "market",
              "rest",
              "observe");

  /** The batch systems know the port that they fill, and it knows none of them. */
  static final Arrows AGENT_PACKAGES =
      Arrows.under("tender.agent")
          .part("batch")
          .part("batch.slurm", "batch")
          .part("batch.gridengine", "batch")
          .part("batch.process", "batch")
          .part("batch.host", "batch", "batch.process")
          .part("files")
          .part("link")
          .part("estimate", "batch", "files")
          .part("provider", "batch", "files", "estimate")
          .part("page", "provider")
          .part("observe", "batch", "provider")
          .part(
              Arrows.ROOT,
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
    CORE_PACKAGES.rule().check(Code.MAIN);
  }

  @Test
  void aPackageOfTheServerKnowsOnlyThoseAboveIt() {
    SERVER_PACKAGES.rule().check(Code.MAIN);
  }

  @Test
  void aPackageOfTheAgentKnowsOnlyThoseAboveIt() {
    AGENT_PACKAGES.rule().check(Code.MAIN);
  }

  @Test
  void noPackagesFormACycle() {
    noCyclesBelow("tender").check(Code.MAIN);
  }
}
