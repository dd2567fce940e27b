package tender.support.config;

import tender.support.text.ErrorMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads the settings of a program from YAML into a record, whose components are the settings' names
 * in snake case. What is misspelt is refused, and not passed over.
 */
public final class YamlConfigReader {
  private static final long MAX_BYTES = 1 << 20;

  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private YamlConfigReader() {}

  /** Reads them, or says where the file is wrong. */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      if (Files.isDirectory(file)) {
        throw new IllegalArgumentException(
            file + " is a folder, and must be a file of settings. Name the file in it.");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalArgumentException(
            file + " has " + Files.size(file) + " bytes, and is no file of settings.");
      }
      return MAPPER.readValue(Files.readString(file), type);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "There is no file " + file + ". Write one, or name another.", e);
    } catch (UnrecognizedPropertyException e) {
      throw new IllegalArgumentException(
          location(file, e)
              + "there is no setting '"
              + e.getPropertyName()
              + "'. Known are: "
              + String.valueOf(e.getKnownPropertyIds())
              + ".",
          e);
    } catch (ValueInstantiationException e) {
      Throwable cause = e.getCause();
      String message = cause == null ? e.getOriginalMessage() : String.valueOf(cause.getMessage());
      throw new IllegalArgumentException(file + ": " + message, e);
    } catch (MismatchedInputException e) {
      throw new IllegalArgumentException(
          location(file, e) + ConfigTypeMismatch.describe(e) + " Change it there.", e);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          file + syntaxError(e) + ". Look at indentation, quotes, brackets and colons there.", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          file + " cannot be read: " + ErrorMessages.describe(e) + ". Check the name and who may read it.", e);
    }
  }

  private static String location(Path file, JacksonException e) {
    TokenStreamLocation location = e.getLocation();
    return location == null || location.getLineNr() < 1
        ? file + ": "
        : file + ", line " + location.getLineNr() + ": ";
  }

  /** The parser knows the place better than what is built on it. */
  private static String syntaxError(JacksonException e) {
    if (e.getCause() instanceof MarkedYamlEngineException yaml
        && yaml.getProblemMark().isPresent()) {
      return ", line %d: this cannot be read as YAML: %s"
          .formatted(yaml.getProblemMark().get().getLine() + 1, yaml.getProblem());
    }
    return ": this cannot be read as YAML: "
        + e.getOriginalMessage().lines().findFirst().orElse("");
  }
}
