package tender.cli.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandWordsTest {
  @Test
  void oneWordIsShellCommand() {
    assertThat(CommandWords.command(List.of("sort {line} | head > 'a b'")))
        .isEqualTo("sort {line} | head > 'a b'");
  }

  @Test
  void severalWordsAreQuotedExceptPlaceholders() {
    assertThat(CommandWords.command(List.of("./run", "--seed={seed}", "-o", "out.json")))
        .isEqualTo("./run --seed={seed} -o out.json");
    assertThat(CommandWords.command(List.of("echo", "a b{x}$HOME", "", "it's", "|")))
        .isEqualTo("echo 'a b'{x}'$HOME' '' 'it'\\''s' '|'");
    assertThat(CommandWords.command(List.of("awk", "{{print $1}}", "{x}")))
        .isEqualTo("awk '{{print $1}}' {x}");
    assertThat(CommandWords.command(List.of("awk", "{"))).isEqualTo("awk '{'");
  }
}
