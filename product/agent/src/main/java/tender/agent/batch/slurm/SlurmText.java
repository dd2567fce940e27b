package tender.agent.batch.slurm;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.LocalJob;
import tender.core.model.Time;

/** Parses and formats Slurm's instants and durations. */
final class SlurmText {
  /** Without a zone: the commands run in UTC. */
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

  /** Days and hours may be missing: 1-02:03:04, 02:03:04, 03:04. */
  private static final Pattern DURATION =
      Pattern.compile("(?:(\\d{1,7})-)?(?:(\\d{1,9}):)?(\\d{1,9}):(\\d{1,9})");

  private SlurmText() {}

  /** Empty for N/A, Unknown and similar texts. */
  static OptionalLong instantMillis(String text) {
    if (!beginsWithDigit(text)) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      throw unparsable("an instant", text);
    }
  }

  static String instant(long epochSeconds) {
    return INSTANT.format(Instant.ofEpochSecond(epochSeconds));
  }

  /** A time limit. UNLIMITED, NOT_SET, Partition_Limit and similar texts mean no limit. */
  static long limitMillis(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (matcher.matches()) {
      long millis =
          part(matcher, 1) * Time.DAY_MILLIS
              + part(matcher, 2) * Time.HOUR_MILLIS
              + part(matcher, 3) * Time.MINUTE_MILLIS
              + part(matcher, 4) * Time.SECOND_MILLIS;
      return Math.clamp(millis, 1, LocalJob.UNLIMITED_MILLIS);
    }
    if (beginsWithDigit(text)) {
      throw unparsable("a time limit", text);
    }
    return LocalJob.UNLIMITED_MILLIS;
  }

  static BatchSystemException unparsable(String what, String text) {
    return BatchSystemException.unparsable("Slurm", what, text);
  }

  static boolean beginsWithDigit(String text) {
    return !text.isEmpty() && Character.isDigit(text.charAt(0));
  }

  private static long part(Matcher matcher, int group) {
    String text = matcher.group(group);
    return text == null ? 0 : Long.parseLong(text);
  }
}
