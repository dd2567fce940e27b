package tender.core.auction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tender.core.model.Time;

/** The searches find the same queue as a full scan. */
class QueueIndexTest {
  private static final int MARKETS = 300;

  @Test
  void cheapestInTimeSearchMatchesFullScan() {
    for (long seed = 0; seed < MARKETS; seed++) {
      Cycle cycle = AuctionFixtures.draw(seed, 80, 1 + (int) (seed % 23));
      QueueIndex queues = new QueueIndex(cycle);
      queues.begin(queue -> ask(queues, queue));
      for (WaitingJob job : cycle.jobs()) {
        long latestMillis = job.processors() % 3 == 0 ? 0 : Time.NEVER;
        int expected = QueueIndex.NONE;
        for (int queue = 0; queue < queues.size(); queue++) {
          long startMillis = queues.startMillis(queue, job);
          if (startMillis != Time.NEVER
              && startMillis <= latestMillis
              && job.endsInTime(queues.report(queue).cluster(), startMillis)
              && queues.ask(queue) < 0.9
              && (expected == QueueIndex.NONE || isBefore(queues, queue, expected))) {
            expected = queue;
          }
        }
        int found = queues.cheapestInTime(job, 0.9, latestMillis);
        assertThat(found).isEqualTo(expected);
        take(queues, found, job);
      }
    }
  }

  @Test
  void fastestSearchMatchesFullScan() {
    for (long seed = 0; seed < MARKETS; seed++) {
      Cycle cycle = AuctionFixtures.draw(seed, 80, 1 + (int) (seed % 23));
      QueueIndex queues = new QueueIndex(cycle);
      queues.begin(queue -> ask(queues, queue));
      for (WaitingJob job : cycle.jobs()) {
        int expected = QueueIndex.NONE;
        long soonestMillis = Time.NEVER;
        for (int queue = 0; queue < queues.size(); queue++) {
          long startMillis = queues.startMillis(queue, job);
          if (startMillis < soonestMillis) {
            soonestMillis = startMillis;
            expected = queue;
          }
        }
        int found = queues.fastest(job);
        assertThat(found).isEqualTo(expected);
        take(queues, found, job);
      }
    }
  }

  /** Few different values, so that there are ties. */
  private static double ask(QueueIndex queues, int queue) {
    return Math.round(queues.load(queue) * 4) / 4.0;
  }

  private static boolean isBefore(QueueIndex queues, int queue, int other) {
    int byAsk = Double.compare(queues.ask(queue), queues.ask(other));
    int byLoad = byAsk != 0 ? byAsk : Double.compare(queues.load(queue), queues.load(other));
    return byLoad != 0 ? byLoad < 0 : queue < other;
  }

  private static void take(QueueIndex queues, int queue, WaitingJob job) {
    if (queue != QueueIndex.NONE) {
      queues.take(queue, job, 1, one -> ask(queues, one));
    }
  }
}
