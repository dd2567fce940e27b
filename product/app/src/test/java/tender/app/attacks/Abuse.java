package tender.app.attacks;

import java.time.Duration;
import java.util.Map;

/** One kind of abuse, which can be repeated. */
interface Abuse {
  String name();

  /** Abuses the server for this time. */
  void run(Duration duration) throws InterruptedException;

  /** What happened so far, by name. */
  Map<String, ?> observed();

  /** Fails if the server has not refused it rightly. */
  void check();
}
