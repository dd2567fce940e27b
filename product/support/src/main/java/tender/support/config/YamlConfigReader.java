package tender.support.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tender.support.text.ErrorMessages;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads a YAML configuration file into a record; a setting's name is the component's name in snake
 * case. An unknown setting is an error.
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

  /**
   * Throws an {@link IllegalArgumentException} with file, line and cause if the file is invalid.
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      if (Files.isDirectory(file)) {
        throw new IllegalArgumentException(
            file + " is a folder, and must be a configuration file. Give the path of the file.");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalArgumentException(
            "%s has %s bytes; a configuration file may have at most %s."
                .formatted(file, Files.size(file), MAX_BYTES));
      }
      return MAPPER.readValue(Files.readString(file), type);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "Configuration file " + file + " does not exist. Check the path, or create the file.", e);
    } catch (UnrecognizedPropertyException e) {
      throw new IllegalArgumentException(
          "%sunknown setting '%s'. Known settings: %s."
              .formatted(
                  location(file, e), e.getPropertyName(), String.valueOf(e.getKnownPropertyIds())),
          e);
    } catch (ValueInstantiationException e) {
      Throwable cause = e.getCause();
      String message = cause == null ? e.getOriginalMessage() : String.valueOf(cause.getMessage());
      throw new IllegalArgumentException(file + ": " + message, e);
    } catch (MismatchedInputException e) {
      throw new IllegalArgumentException(location(file, e) + ConfigTypeMismatch.describe(e), e);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          file + syntaxError(e) + ". Check indentation, quotes, brackets and colons.", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Cannot read %s: %s. Check the path and the permissions of the file."
              .formatted(file, ErrorMessages.describe(e)),
          e);
    }
  }

  private static String location(Path file, JacksonException e) {
    TokenStreamLocation location = e.getLocation();
    return location == null || location.getLineNr() < 1
        ? file + ": "
        : file + ", line " + location.getLineNr() + ": ";
  }

  /** The YAML parser knows the line of the error; Jackson's own location is less exact. */
  private static String syntaxError(JacksonException e) {
    if (e.getCause() instanceof MarkedYamlEngineException yaml
        && yaml.getProblemMark().isPresent()) {
      return ", line %d: invalid YAML: %s"
          .formatted(yaml.getProblemMark().get().getLine() + 1, yaml.getProblem());
    }
    return ": invalid YAML: " + e.getOriginalMessage().lines().findFirst().orElse("");
  }
}
