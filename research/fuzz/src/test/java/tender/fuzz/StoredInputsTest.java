package tender.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Seeds, and inputs that once were findings, are read without a finding. */
class StoredInputsTest {
  private static final Path SEEDS = Path.of("src/test/resources/seeds");
  private static final Path FINDINGS = Path.of("src/test/resources/findings");

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("seeds")
  void seedIsReadWithoutFinding(String target, Path input) throws Exception {
    Fuzzer.check(Fuzzer.named(target), Files.readAllBytes(input));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("findings")
  void formerFindingIsReadWithoutFinding(String target, Path input) throws Exception {
    Fuzzer.check(Fuzzer.named(target), Files.readAllBytes(input));
  }

  /** scripts/fuzz takes the names of the targets from these folders. */
  @Test
  void everyTargetHasSeeds() throws IOException {
    try (Stream<Path> folders = Files.list(SEEDS)) {
      assertThat(folders.map(folder -> folder.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Fuzzer.all().stream().map(FuzzTarget::name).toList());
    }
  }

  static List<Arguments> seeds() throws IOException {
    return inputs(SEEDS);
  }

  static List<Arguments> findings() throws IOException {
    return inputs(FINDINGS);
  }

  private static List<Arguments> inputs(Path root) throws IOException {
    List<Arguments> inputs = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root, 2)) {
      files
          .filter(Files::isRegularFile)
          .sorted()
          .forEach(
              file -> inputs.add(Arguments.of(file.getParent().getFileName().toString(), file)));
    }
    return inputs;
  }
}
