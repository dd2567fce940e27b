package tender.core.profile;

import tender.core.model.Time;

/**
 * How many processors are free at each instant from the profile's origin on: a step function whose
 * last step never ends.
 *
 * <p>Steps are numbered from zero. Neighbouring steps always differ, so that the number of steps
 * measures only how fragmented the time is.
 */
public interface Profile {

  /** The first instant of the profile; nothing before it is kept. */
  long originMillis();

  /** Processors free at one instant, which must not be before the origin. */
  int freeAt(long instantMillis);

  /** The least number of processors free from {@code from} (inclusive) until {@code until}. */
  int minFree(long fromMillis, long untilMillis);

  /**
   * The earliest start, not before the given instant, at which {@code width} processors are free
   * for {@code durationMillis}; {@link Time#NEVER} if there is none.
   */
  long earliestStart(int width, long durationMillis, long notBeforeMillis);

  /**
   * Takes {@code width} processors for {@code durationMillis} from the {@link #earliestStart
   * earliest start} on, and returns the start; {@link Time#NEVER} if there is none, and nothing is
   * taken.
   */
  long takeEarliest(int width, long durationMillis, long notBeforeMillis);

  /** Receives equal tasks that start together. */
  interface RunConsumer {
    void add(long startMillis, int tasks);
  }

  /**
   * Takes processors for equal tasks, one by one, each from the earliest start that the tasks
   * before it leave. Tasks that start together are passed to the consumer together, in order of
   * time.
   *
   * @return the start of the last task; {@link Time#NEVER} if not all could be placed, because the
   *     processors are occupied without end
   */
  long takeEach(int tasks, int width, long durationMillis, long notBeforeMillis, RunConsumer runs);

  /**
   * Takes processors from one instant (inclusive) until another (exclusive).
   *
   * @throws IllegalStateException if too few processors are free; nothing is changed then
   */
  void take(long fromMillis, long untilMillis, int processors);

  /** Releases processors, or adds new ones. */
  void release(long fromMillis, long untilMillis, int processors);

  /** Moves the origin forward and drops all steps that ended by then. */
  void trimBefore(long instantMillis);

  /** An independent copy, for trials. */
  Profile copy();

  int steps();

  long stepFromMillis(int step);

  /** Where a step ends and the next begins, {@link Time#NEVER} for the last. */
  long stepUntilMillis(int step);

  int stepFree(int step);
}
