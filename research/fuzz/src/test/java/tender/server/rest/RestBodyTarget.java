package tender.server.rest;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.fuzz.FuzzTarget;
import tender.fuzz.Properties;
import tender.server.rest.request.RequestValues;
import tender.server.rest.request.RestJsonReader;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;

/** Bodies of REST requests. The first byte of an input selects the request. */
public final class RestBodyTarget implements FuzzTarget {
  @Override
  public String name() {
    return "rest-body";
  }

  @Override
  public void read(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] body = Arrays.copyOfRange(input, 1, input.length);
    try {
      switch (input[0]) {
        case 's' -> submission(readTwice(body, RequestJson.SubmissionJson.class));
        case 'r' ->
            RequestParser.retryRequirements(readTwice(body, RequestJson.RequirementsJson.class));
        case 'a' -> acceptance(readTwice(body, RequestJson.AcceptanceJson.class));
        case 'd' -> digests(readTwice(body, RequestJson.DigestsJson.class));
        case 'b' -> bagFile(readTwice(body, RequestJson.BagFileJson.class));
        default -> {}
      }
    } catch (ProblemException e) {
      Properties.between(e.problem().status(), 400, 499, "The status of a problem");
    }
  }

  /** What was read can be written and read again with the same result. */
  private static <T> T readTwice(byte[] body, Class<T> type) {
    T read = RestJsonReader.read(body, type);
    Properties.same(read, RestJsonReader.read(ResponseJson.write(read), type));
    return read;
  }

  private static void submission(RequestJson.SubmissionJson given) {
    RequestParser.requirements(given);
    BagRoutes.workOrder(given);
  }

  private static void acceptance(RequestJson.AcceptanceJson given) {
    RequestParser.instantMillis("by", given.by());
    RequestValues.money("price", given.price());
  }

  private static void digests(RequestJson.DigestsJson given) {
    List<@Nullable String> digests = given.digests();
    if (digests != null) {
      digests.forEach(text -> RequestParser.digest(RequestValues.required("a digest", text)));
    }
  }

  private static void bagFile(RequestJson.BagFileJson given) {
    RequestValues.required("text", given.text());
    BagFileRoutes.zone(given.timeZone());
    BagFileRoutes.files(given.files());
  }
}
