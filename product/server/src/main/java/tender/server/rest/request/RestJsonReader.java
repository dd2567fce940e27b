package tender.server.rest.request;

import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON of requests. Size and depth are limited, and unknown fields are rejected. */
public final class RestJsonReader {
  private static final int MAX_DEPTH = 20;
  private static final int MAX_NAME_LENGTH = 1_000;
  private static final int MAX_TEXT_LENGTH = 1 << 20;
  private static final int MAX_NUMBER_LENGTH = 40;

  /** Each needs up to a hundred bytes of memory, so that 8 MiB could take most of a server's. */
  private static final long MAX_TOKENS = 700_000;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxNameLength(MAX_NAME_LENGTH)
                          .maxStringLength(MAX_TEXT_LENGTH)
                          .maxNumberLength(MAX_NUMBER_LENGTH)
                          .maxTokenCount(MAX_TOKENS)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private RestJsonReader() {}

  public static <T> T read(byte[] json, Class<T> type) {
    if (json.length == 0) {
      throw ProblemException.badRequest(
          "The body is empty; it must be JSON.", "See /openapi.yaml for what to send.");
    }
    try {
      T value = MAPPER.readValue(json, type);
      if (value == null) {
        throw ProblemException.unprocessable(
            "The body is null; it must be an object.", "See /openapi.yaml for its fields.");
      }
      return value;
    } catch (UnrecognizedPropertyException e) {
      throw ProblemException.unprocessable(
          "The body has an unknown field \"" + ResponseJson.abbreviate(e.getPropertyName()) + "\".",
          "Leave it out, or see /openapi.yaml for the name.");
    } catch (MismatchedInputException e) {
      throw ProblemException.unprocessable(
          "The body has a value of the wrong type" + where(e) + ".",
          "See /openapi.yaml for the expected type.");
    } catch (JacksonException e) {
      throw ProblemException.badRequest(
          "The body is not valid JSON" + where(e) + ".", "Correct it; it must be one JSON object.");
    }
  }

  private static String where(JacksonException e) {
    String path =
        e.getPath().stream()
            .map(
                step ->
                    step.getPropertyName() == null
                        ? "[" + step.getIndex() + "]"
                        : "." + ResponseJson.abbreviate(step.getPropertyName()))
            .reduce("", String::concat);
    TokenStreamLocation at = e.getLocation();
    String place =
        at == null || at.getLineNr() < 1
            ? ""
            : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    return (path.isEmpty() ? "" : " at " + path.substring(path.startsWith(".") ? 1 : 0)) + place;
  }
}
