package tender.bagfile.reader;

import java.math.BigDecimal;
import java.time.Instant;
import tender.bagfile.NotificationChoice;
import tender.bagfile.WorkOrderJson;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of a bag in a request to submit it. */
public final class SubmissionJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private SubmissionJson() {}

  /** The fields that a bag file defines; absent values are null up to the budget. */
  public static ObjectNode of(BagDraft draft) {
    ObjectNode body = MAPPER.createObjectNode();
    body.set("work", MAPPER.readTree(WorkOrderJson.write(draft.order())));
    body.put("deadline", draft.deadline().map(Instant::toString).orElse(null));
    body.put("budget", draft.budget().map(BigDecimal::toPlainString).orElse(null));
    draft
        .valuation()
        .ifPresent(
            credits -> body.put("mechanism", "auction").put("valuation", credits.toPlainString()));
    draft
        .share()
        .ifPresent(
            share -> {
              body.put("mechanism", "share");
              share
                  .perMinute()
                  .ifPresent(credits -> body.put("bidPerMinute", credits.toPlainString()));
            });
    draft.deadlineFactor().ifPresent(factor -> body.put("deadlineFactor", factor.toPlainString()));
    draft.budgetFactor().ifPresent(factor -> body.put("budgetFactor", factor.toPlainString()));
    draft.keep().ifPresent(time -> body.put("keep", TimeText.format(time.toMillis())));
    draft.project().ifPresent(project -> body.put("project", project));
    draft.notification().ifPresent(choice -> body.set("notify", notification(choice)));
    if (draft.localFirst()) {
      body.put("domain", "local");
    }
    return body;
  }

  private static ObjectNode notification(NotificationChoice choice) {
    ObjectNode body = MAPPER.createObjectNode();
    choice.events().ifPresent(events -> body.set("events", MAPPER.valueToTree(events)));
    if (!choice.channels().isEmpty()) {
      body.set("channels", MAPPER.valueToTree(choice.channels()));
    }
    return body;
  }
}
