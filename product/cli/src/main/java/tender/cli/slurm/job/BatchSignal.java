package tender.cli.slurm.job;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of {@code --signal}: a warning to the script before its time has passed.
 *
 * @param before how long before the limit
 */
record BatchSignal(String signal, Duration before) {
  private static final Pattern FORM =
      Pattern.compile("(?:([RB]+):)?(?:SIG)?([A-Z]+\\d?|\\d{1,2})(?:@(\\d{1,5}))?");
  private static final long DEFAULT_SECONDS = 60;

  static BatchSignal parse(String text) {
    Matcher matcher = FORM.matcher(text.toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("is not a signal and a time; write for example B:USR1@90");
    }
    String receivers = matcher.group(1);
    if (receivers == null || !receivers.contains("B")) {
      throw new IllegalArgumentException(
          "job steps of srun cannot get a signal; write B: before it, and the script gets it");
    }
    return new BatchSignal(
        matcher.group(2),
        Duration.ofSeconds(
            matcher.group(3) == null ? DEFAULT_SECONDS : Long.parseLong(matcher.group(3))));
  }
}
