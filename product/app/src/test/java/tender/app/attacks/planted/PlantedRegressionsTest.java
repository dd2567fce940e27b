package tender.app.attacks.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The planted regressions fit the sources and the tests. {@code scripts/planted-regressions} shows
 * that they are noticed.
 */
class PlantedRegressionsTest {
  private static final String ATTACKS = "tender.app.attacks";

  static List<PlantedRegression> all() {
    return PlantedRegressions.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void defenceIsFoundInTheSource(PlantedRegression regression) throws IOException {
    assertThat(regression.changedSource()).isNotEmpty();
    assertThat(isTest(AttackTestMain.method(regression.test()))).as(regression.test()).isTrue();
    assertThat(regression.failure()).isNotBlank();
  }

  @Test
  void namesAreUnique() {
    assertThat(all()).extracting(PlantedRegression::name).doesNotHaveDuplicates();
  }

  @Test
  void everyAttackHasASample() {
    Set<String> samples =
        all().stream()
            .filter(PlantedRegression::isSample)
            .map(PlantedRegression::attack)
            .collect(Collectors.toUnmodifiableSet());
    assertThat(all()).extracting(PlantedRegression::attack).isSubsetOf(samples);
  }

  @Test
  void everyTestOfAnAttackHasAPlantedRegression() throws Exception {
    Set<String> planted =
        all().stream().map(PlantedRegression::test).collect(Collectors.toUnmodifiableSet());
    assertThat(attackTests()).hasSizeGreaterThan(10).isSubsetOf(planted);
  }

  private static List<String> attackTests() throws Exception {
    Path classes =
        Path.of(
                PlantedRegressionsTest.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI())
            .resolve(ATTACKS.replace('.', '/'));
    try (Stream<Path> files = Files.list(classes)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("AttackTest.class"))
          .map(name -> ATTACKS + "." + name.replace(".class", ""))
          .flatMap(PlantedRegressionsTest::testsOf)
          .toList();
    }
  }

  private static Stream<String> testsOf(String className) {
    try {
      return Arrays.stream(Class.forName(className).getDeclaredMethods())
          .filter(PlantedRegressionsTest::isTest)
          .map(method -> className + "#" + method.getName());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isTest(Method method) {
    return method.isAnnotationPresent(Test.class)
        || method.isAnnotationPresent(ParameterizedTest.class);
  }
}
