package tender.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoreIsPureTest {
  @Test
  void thereIsACore() {
    assertThat(Code.CORE).isNotEmpty();
  }

  @Test
  void coreIsPlainJava() {
    Purity.onlyPlainJava("tender.core").check(Code.CORE);
  }

  @Test
  void coreReadsNoClock() {
    Purity.noClock().check(Code.CORE);
  }

  @Test
  void coreDrawsNoRandomNumbers() {
    Purity.noRandomNumbers().check(Code.CORE);
  }

  @Test
  void coreStartsNoThreads() {
    Purity.noThreads().check(Code.CORE);
    Purity.noSynchronizedMethods().check(Code.CORE);
  }

  @Test
  void coreDoesNoInputOutput() {
    Purity.noInputOutput().check(Code.CORE);
  }

  @Test
  void coreAsksTheMachineNothing() {
    Purity.noQuestionsToTheMachine().check(Code.CORE);
  }

  @Test
  void coreDoesNotIterateInHashOrder() {
    Purity.noHashOrder().check(Code.CORE);
  }

  @Test
  void coreDoesNotDependOnTheDefaultLocale() {
    Purity.noDefaultLocale().check(Code.CORE);
  }
}
