package tender.cli.submit;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.bagfile.NotificationChoice;
import tender.bagfile.reader.BagDraft;

/** The options for the notifications of a bag. */
final class NotifyOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--notify",
      split = ",",
      paramLabel = "none|EVENT[,EVENT…]",
      description = {
        "Of which events of this bag you are notified: promised, late, promise-broken,"
            + " tasks-failed, done, ended, budget.",
        "Default: those of each of your webhooks and addresses."
      })
  private @Nullable List<String> events;

  @Option(
      names = "--notify-channels",
      split = ",",
      paramLabel = "NAME[,NAME…]",
      description = "Only these of your webhooks and addresses, by their names. Default: all.")
  private @Nullable List<String> channels;

  /** The bag with these notifications, where they are given. */
  BagDraft applyTo(BagDraft draft) {
    if (events == null && channels == null) {
      return draft;
    }
    Optional<NotificationChoice> ofFile = draft.notification();
    return draft.withNotification(
        new NotificationChoice(
            events == null ? ofFile.flatMap(NotificationChoice::events) : Optional.of(names()),
            Objects.requireNonNullElseGet(
                channels,
                () -> ofFile.map(NotificationChoice::channels).orElse(List.<String>of()))));
  }

  private List<String> names() {
    List<String> given = Objects.requireNonNullElse(events, List.<String>of());
    if (given.equals(List.of(NotificationChoice.NONE))) {
      return List.of();
    }
    for (String event : given) {
      if (!NotificationChoice.EVENTS.contains(event)) {
        throw new ParameterException(
            command.commandLine(),
            "--notify has the event '%s'. Write none, or some of %s"
                .formatted(event, String.join(", ", NotificationChoice.EVENTS)));
      }
    }
    return given;
  }
}
