package tender.app.attacks.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A defence that is removed from a copy of one source file. The test of the attack must then fail.
 *
 * @param attack the number of the attack that the comments of the tests name, such as L5
 * @param description what the server or agent does without the defence
 * @param source the file with the defence, relative to the root of the checkout
 * @param test the class and the method of the test
 * @param failure a part of the test's failure, so that no failure for another reason counts
 * @param isSample whether the short run includes it; each attack has at least one sample
 */
record PlantedRegression(
    String name,
    String attack,
    String description,
    String source,
    List<Replacement> replacements,
    String test,
    String failure,
    boolean isSample) {
  /** Tests run in the folder of their module. */
  private static final Path ROOT = Path.of("..", "..");

  /** A text of the source that occurs once, and the text that replaces it. */
  record Replacement(String before, String after) {}

  PlantedRegression {
    replacements = List.copyOf(replacements);
  }

  /** The name of the class that the source file defines. */
  String className() {
    return source.replaceFirst(".*/src/main/java/", "").replace(".java", "").replace('/', '.');
  }

  /**
   * The source without the defence.
   *
   * @throws IllegalStateException if the source has changed so that the defence is not found
   */
  String changedSource() throws IOException {
    String text = Files.readString(ROOT.resolve(source));
    for (Replacement replacement : replacements) {
      int at = text.indexOf(replacement.before());
      if (at < 0 || text.indexOf(replacement.before(), at + 1) >= 0) {
        throw new IllegalStateException(
            "%s must contain this text once, which the planted regression %s replaces:%n%s%nAdapt it in PlantedRegressions."
                .formatted(source, name, replacement.before()));
      }
      text = text.replace(replacement.before(), replacement.after());
    }
    return text;
  }

  @Override
  public String toString() {
    return name;
  }
}
