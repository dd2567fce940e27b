package tender.support.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTest {
  @Test
  void readsQuotedFieldsAndLineEnds() {
    assertThat(Csv.read("\ufeffa,b\r\n\"x, \"\"y\"\"\r\nz\",\n1,\" 2 \"\n\r\n\n"))
        .containsExactly(
            new Csv.Row(1, List.of("a", "b")),
            new Csv.Row(2, List.of("x, \"y\"\r\nz", "")),
            new Csv.Row(4, List.of("1", " 2 ")));
    assertThat(Csv.read("a\n\n\"\"")).containsExactly(row(1, "a"), row(2), row(3, ""));
    assertThat(Csv.read("")).isEmpty();
    assertThat(Csv.read("\n\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a\\nb"c\\n     | Line 2 has a quote inside a field
          a\\n"b\\nc     | Line 2 has a quoted field without an end
          "a\\nb"c,d     | Line 2 has text after a quoted field
          """)
  void errorsNameTheLine(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Csv.read(text.replace("\\n", "\n")))
        .withMessageStartingWith(message);
  }

  @Test
  void whatIsWrittenIsReadUnchanged() {
    SplittableRandom random = new SplittableRandom(3);
    String[] odd = {"", "a", ",", "\"", "\n", "\r\n", "é", " "};
    StringBuilder text = new StringBuilder();
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      List<String> fields = new ArrayList<>();
      for (int column = random.nextInt(3); column >= 0; column--) {
        fields.add(odd[random.nextInt(odd.length)] + odd[random.nextInt(odd.length)]);
      }
      rows.add(fields);
      text.append(Csv.write(fields));
    }
    assertThat(Csv.read(text.toString())).extracting(Csv.Row::fields).isEqualTo(rows);
  }

  private static Csv.Row row(int line, String... fields) {
    return new Csv.Row(line, List.of(fields));
  }
}
