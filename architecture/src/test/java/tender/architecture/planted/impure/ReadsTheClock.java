package tender.architecture.planted.impure;

import java.time.Clock;
import java.time.Instant;
import java.util.Calendar;
import java.util.Date;
import java.util.TimeZone;
import java.util.function.LongSupplier;

@SuppressWarnings({"JavaUtilDate", "unused"})
final class ReadsTheClock {
  long millis() {
    return System.currentTimeMillis();
  }

  long nanos() {
    return System.nanoTime();
  }

  LongSupplier byReference() {
    return System::nanoTime;
  }

  LongSupplier inALambda() {
    return () -> System.nanoTime() / 1_000;
  }

  Instant instant() {
    return Instant.now();
  }

  long clock(Clock clock) {
    return clock.millis();
  }

  long date() {
    return new Date().getTime();
  }

  long calendar() {
    return Calendar.getInstance().getTimeInMillis();
  }

  int zone() {
    return TimeZone.getDefault().getRawOffset();
  }
}
