package tender.server.rest;

import tender.support.http.ResponseJson;
import tender.support.http.ProblemException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** JSON that comes in: it is bounded, and a field that nobody knows is refused. */
final class RestJsonReader {
  private static final int DEEPEST = 20;
  private static final int LONGEST_NAME = 1_000;
  private static final int LONGEST_TEXT = 1 << 20;
  private static final int LONGEST_NUMBER = 40;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxNameLength(LONGEST_NAME)
                          .maxStringLength(LONGEST_TEXT)
                          .maxNumberLength(LONGEST_NUMBER)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private RestJsonReader() {}

  static <T> T read(byte[] json, Class<T> type) {
    if (json.length == 0) {
      throw ProblemException.badRequest(
          "The body is empty, and must be JSON.", "/openapi.yaml says what to send.");
    }
    try {
      T value = MAPPER.readValue(json, type);
      if (value == null) {
        throw ProblemException.unprocessable(
            "The body is null.", "Send an object; /openapi.yaml says which fields it has.");
      }
      return value;
    } catch (UnrecognizedPropertyException e) {
      throw ProblemException.unprocessable(
          "The body has a field \""
              + ResponseJson.abbreviate(e.getPropertyName())
              + "\", which is not known here.",
          "Leave it out, or look for its name in /openapi.yaml.");
    } catch (MismatchedInputException e) {
      throw ProblemException.unprocessable(
          "The body does not fit" + where(e) + ".", "/openapi.yaml says what stands there.");
    } catch (JacksonException e) {
      throw ProblemException.badRequest(
          "The body cannot be read as JSON" + where(e) + ".",
          "Mend it there; it must be one JSON object.");
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
