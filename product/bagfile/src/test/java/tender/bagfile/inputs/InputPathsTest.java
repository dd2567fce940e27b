package tender.bagfile.inputs;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;

class InputPathsTest {
  private final InputPaths paths =
      new InputPaths(
          List.of(new InputFile(new RelativePath("d/e/f"), Digest.of(new byte[0]), 0, false)));

  private void add(String path) throws InvalidInputPackException {
    paths.add(new RelativePath(path));
  }

  @Test
  void pathsFitIntoOneFolder() {
    assertThatCode(() -> add("d/e/g")).doesNotThrowAnyException();
    for (String path : List.of("d/e/g", "d/e/f", "d/e", "d/e/f/g")) {
      assertThatThrownBy(() -> add(path)).as(path).isInstanceOf(InvalidInputPackException.class);
    }
  }

  @Test
  void foldersOfDeepPathsAreCounted() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < InputPaths.MAX_FOLDERS / 25; i++) {
                add("d/" + i + "/a".repeat(29) + "/f");
              }
            })
        .hasMessageContaining("more than " + InputPaths.MAX_FOLDERS + " folders");
  }
}
