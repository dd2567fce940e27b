package tender.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CorePurityTest {
  @Test
  void coreHasClasses() {
    assertThat(ImportedClasses.CORE).isNotEmpty();
  }

  @Test
  void coreIsPlainJava() {
    PurityRules.onlyPlainJava("tender.core").check(ImportedClasses.CORE);
  }

  @Test
  void coreReadsNoClock() {
    PurityRules.noClock().check(ImportedClasses.CORE);
  }

  @Test
  void coreDrawsNoRandomNumbers() {
    PurityRules.noRandomNumbers().check(ImportedClasses.CORE);
  }

  @Test
  void coreStartsNoThreads() {
    PurityRules.noThreads().check(ImportedClasses.CORE);
    PurityRules.noSynchronizedMethods().check(ImportedClasses.CORE);
  }

  @Test
  void coreDoesNoInputOutput() {
    PurityRules.noInputOutput().check(ImportedClasses.CORE);
  }

  @Test
  void coreDoesNotAccessTheSystem() {
    PurityRules.noSystemAccess().check(ImportedClasses.CORE);
  }

  @Test
  void coreDoesNotIterateInHashOrder() {
    PurityRules.noHashOrder().check(ImportedClasses.CORE);
  }

  @Test
  void coreDoesNotDependOnTheDefaultLocale() {
    PurityRules.noDefaultLocale().check(ImportedClasses.CORE);
  }
}
