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
          .part("profile", "model")
          .part("queue", "model", "profile")
          .part("plan", "model", "profile", "queue")
          .part("offer", "model", "profile", "plan")
          .part("compose", "model", "profile")
          .part("message", "model")
          .part("provider", "model", "profile", "queue", "plan", "offer", "message")
          .part("metascheduler", "model", "compose", "message")
          .part("store", "model", "message", "metascheduler");

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
  void noPackagesFormACycle() {
    noCyclesBelow("tender").check(Code.MAIN);
  }
}
