package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelativePathTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"a", "a/b", ".hidden", "a b", "...", "..a", "a..", "-rf", "é/😀", "a:b", "~"})
  void pathBelowTheFolderIsAccepted(String path) {
    assertThat(new RelativePath(path)).hasToString(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "/",
        "/a",
        "a/",
        "a//b",
        ".",
        "..",
        "./a",
        "a/.",
        "a/./b",
        "../a",
        "a/../b",
        "a/..",
        "a\\b",
        "..\\a",
        "a\0b",
        "a\nb",
        "\u001b[2J",
        "a\u0085",
        "a\u202egpj.exe",
        "a\u2028b",
        "a\ud800"
      })
  void unsafePathIsRejected(String path) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RelativePath(path))
        .satisfies(e -> assertThat(e.getMessage()).matches("[ -~…é]+"));
  }

  @Test
  void longPathsAreRejected() {
    String name = "n".repeat(RelativePath.MAX_SEGMENT_BYTES);
    assertThat(new RelativePath(name).segments()).containsExactly(name);
    assertThatIllegalArgumentException().isThrownBy(() -> new RelativePath(name + "n"));
    assertThatIllegalArgumentException().isThrownBy(() -> new RelativePath("é".repeat(128)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RelativePath((name + "/").repeat(8) + "n"));
    assertThat(new RelativePath("a" + "/a".repeat(31)).segments()).hasSize(32);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RelativePath("a" + "/a".repeat(32)))
        .withMessageContaining("32");
  }
}
